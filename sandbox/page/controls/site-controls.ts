import { SUMMARY, type PoolConsole } from '../../pool/pool-operator.js';
import type { Workspace } from '../../pool/workspace.js';
import { oneOf, toggle, type Control } from './controls.js';

const group = 'Sites';

/** Events at the sites, for alerts to report. */
export function siteControls(workspace: Workspace, console: PoolConsole): Control[] {
  const { sites, conditions, rewrites } = workspace;
  const names = sites.map(({ name }) => name);

  /** Only the site with this name; null = none. */
  const choose = (set: (siteId: string, isChosen: boolean) => void) => (name: string | null) => {
    for (const site of sites) set(site.id, site.name === name);
  };

  return [
    {
      id: 'sites.power',
      group,
      label: 'Without power',
      ...oneOf(
        { none: 'None', values: names },
        () => sites.find(({ id }) => conditions.outSince(id) !== null)?.name,
        choose((id, isOut) => console.setPower(id, !isOut)),
      ),
    },
    {
      id: 'sites.hot',
      group,
      label: 'Running hot',
      ...oneOf(
        { none: 'None', values: names },
        () => sites.find(({ id }) => conditions.hot.has(id))?.name,
        choose((id, isHot) => {
          if (isHot !== conditions.hot.has(id)) console.setHot(id, isHot);
        }),
      ),
    },
    {
      id: 'sites.forget-hashrate',
      group,
      label: 'The pool forgets the 5-minute hashrate',
      ...toggle(() => rewrites.has(SUMMARY), console.forgetHashrate),
    },
  ];
}
