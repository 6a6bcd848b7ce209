import type { ServerResponse } from 'node:http';

/** The one HTTP answer that a request gets: whoever is first gives it. */
export interface HttpAnswer {
  /** True once all of it has left; false where it was given before, or nobody is there any more. */
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
