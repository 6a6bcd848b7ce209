/** A message on Discord, as identified by its address. */
interface Place {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
}

/** Opens links to messages on this page: nothing leaves it, and Discord doesn't have them. */
export function followDiscordLinks(open: (place: Place) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const place = link === null ? null : targetOf(link.href);
    if (place === null) return;
    event.preventDefault();
    open(place);
  });
}

function targetOf(url: string): Place | null {
  const [, guildId, channelId, messageId] =
    /^https:\/\/discord\.com\/channels\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? [];
  if (guildId === undefined || channelId === undefined || messageId === undefined) return null;
  return { guildId, channelId, messageId };
}
