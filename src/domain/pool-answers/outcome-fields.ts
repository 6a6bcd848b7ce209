/** Fields in which public APIs say how a request ended; all names in lower case, letters only. */

export const OUTCOMES = words('status state result outcome');

/** Under `status: {…}` these hold the status. */
export const VERDICTS = words('value name type kind label text key id code');

/** Records nested deeper than this are not inspected. */
export const MAX_DEPTH = 20;

export const ENVELOPES = words('data result response payload');

export const CODES = words('code statuscode httpstatus httpcode errorcode errcode');

export const SUCCESSES = words('success successful succeeded ok issuccess accepted');

export const FAILURES = words(
  'error errors err failure failures failed fault exception ' +
    'iserror haserror haserrors errormessage errormsg',
);

/** Fields that only a workspace action has, without underscores. */
export const ACTION_FIELDS = words(
  'actionname initiatedat initiatedby requiresapproval canceledby approvedat rejectedat ' +
    'approvedby rejectedby',
);

/** `name`: letters only, in lower case. */
export function plainNamedFields(
  record: Readonly<Record<string, unknown>>,
): [name: string, value: unknown][] {
  return Object.entries(record).map(([name, value]) => [plainName(name), value]);
}

/** Letters only, in lower case: makes `has_next_page` and `hasNextPage` alike. */
export function plainName(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
