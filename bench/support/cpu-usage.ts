/** How much of one core this process takes, in percent: it is the loopback servers, where it has them. */
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
