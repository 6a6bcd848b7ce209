import { create } from 'axios';

const http = create({ timeout: 10_000, headers: { 'user-agent': 'Pitboss' } });

/** GET, or POST with a body as JSON. @throws AxiosError unless it answers 2xx */
export async function callWebhook(url: string, body?: object): Promise<void> {
  await (body === undefined ? http.get(url) : http.post(url, body));
}
