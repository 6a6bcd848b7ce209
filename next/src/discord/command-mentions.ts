/** Makes the commands that a text names tappable. */
export interface CommandMentions {
  /** Ids by what people type after the slash, such as `changes show`. */
  readonly know: (ids: ReadonlyMap<string, string>) => void;
  /** `/changes show` → `</changes show:123>`, as code or plain, but not in other code. */
  readonly mention: (text: string) => string;
}

export function createCommandMentions(): CommandMentions {
  let known: ReadonlyMap<string, string> = new Map();
  let pattern: RegExp | null = null;
  return {
    know: (ids) => {
      known = ids;
      // The longest first, so that `/daily show` is not read as `/daily`.
      const names = [...ids.keys()].toSorted((one, other) => other.length - one.length).join('|');
      const block = '```[^]*?(?:```|$)';
      const coded = `\`/(${names})(?: ([^\`\n]*))?\``;
      const code = '`[^`\\n]*`';
      const plain = `(?<![\\w/<.:-])/(${names})(?![\\w-])`;
      pattern = new RegExp([block, coded, code, plain].join('|'), 'g');
    },
    mention: (text) => (pattern ? text.replaceAll(pattern, mentioned) : text),
  };

  function mentioned(whole: string, ...groups: (string | undefined)[]): string {
    const [coded, options, plain] = groups;
    const name = coded ?? plain;
    if (name === undefined) return whole;
    const mention = `</${name}:${known.get(name)}>`;
    return options === undefined ? mention : `${mention} \`${options}\``;
  }
}
