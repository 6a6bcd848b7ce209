/**
 * Makes the commands that a text names tappable, as code or plain, but not in other code:
 * `/changes show` → `</changes show:123>`. `ids`: of the commands and groups.
 */
export function mentionsOf(
  commands: readonly { readonly name: string }[],
  ids: ReadonlyMap<string, string>,
): (text: string) => string {
  const names = commands.map(({ name }) => name).join('|');
  const block = '```[^]*?(?:```|$)';
  const coded = `\`/(${names})(?: ([^\`\n]*))?\``;
  const code = '`[^`\\n]*`';
  const plain = `(?<![\\w/<.:\\\\-])/(${names})(?![\\w-])`;
  const pattern = new RegExp([block, coded, code, plain].join('|'), 'g');
  return (text) =>
    text.replaceAll(pattern, (whole, ...groups: (string | undefined)[]) => {
      const [codedName, options, plainName] = groups;
      const name = codedName ?? plainName;
      if (name === undefined) return whole;
      const mention = `</${name}:${ids.get(name.replace(/ .*/, ''))}>`;
      return options === undefined ? mention : `${mention} \`${options}\``;
    });
}
