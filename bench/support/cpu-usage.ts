/** How much of one core this process takes, in percent: the loopback servers, if it runs them. */
export function watchCpuUsage() {
  const before = process.cpuUsage();
  const begun = performance.now();
  return {
    stop(): number {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 10 / (performance.now() - begun);
    },
  };
}
