/**
 * Milliseconds of processor time that this process has used. What is measured so is what the work takes, whatever else
 * the machine does meanwhile.
 */
export function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
