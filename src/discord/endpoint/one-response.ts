import type { ServerResponse } from 'node:http';

/** The one HTTP response that a request gets; the first caller gives it. */
export function oneResponse(response: ServerResponse) {
  let isGiven = false;
  return {
    /** True once it is fully sent; false if one was given before or the client has gone. */
    give(status: number, json?: object): Promise<boolean> {
      if (isGiven || response.destroyed) return Promise.resolve(false);
      isGiven = true;
      return new Promise((resolve) => {
        response.once('finish', () => resolve(true));
        response.once('close', () => resolve(false));
        response.statusCode = status;
        if (json === undefined) response.end();
        else response.setHeader('content-type', 'application/json').end(JSON.stringify(json));
      });
    },
  };
}

export type OneResponse = ReturnType<typeof oneResponse>;
