const URL_LIMIT = 2048;

/** A link that Discord takes: http or https, whole. */
export function isWebUrl(url: string, limit = URL_LIMIT): boolean {
  return url.length <= limit && /^https?:\/\/[^\s/]/i.test(url) && URL.canParse(url);
}

/** A picture may also be one of the message's own files. */
export function isImageUrl(url: string): boolean {
  return isWebUrl(url) || (url.length <= URL_LIMIT && /^attachment:\/\/\S/.test(url));
}
