/**
 * The namespace that says, by server, when its data was deleted on request (ms): of such a server
 * that, its bare id and its place in the list of trails are all that stays. Gone once it has a
 * trail again, so that one that somebody takes away isn't called deleted.
 */
export const DELETED_SERVERS = 'deleted-servers';
