import type { ServerResponse } from 'node:http';

/** The one HTTP answer that a request gets; the first caller gives it. */
export interface HttpAnswer {
  /** True once it is fully sent; false if one was given before or the client has gone. */
  give(status: number, json?: object): Promise<boolean>;
}

export function httpAnswerOf(response: ServerResponse): HttpAnswer {
  let isGiven = false;
  return {
    give(status, json) {
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
