import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Keeps a process's parent from seeing its exit: Linux tells a tracer first, and the parent only when the tracer has
 * waited for it or is gone. So the exit really is not observed, by whatever means the parent looks.
 */
export interface WithheldExit {
  /** Lets the parent have it. */
  release(): Promise<void>;
}

/** perl is on every Debian; the numbers are those of Linux on x86-64: ptrace(PTRACE_SEIZE, pid). */
const seize = '$| = 1; syscall(101, 0x4206, $ARGV[0] + 0, 0, 0) == 0 or die "ptrace: $!"; print "traced\\n"; sleep 600';

export async function withholdExit(pid: number): Promise<WithheldExit> {
  const tracer = spawn("perl", ["-e", seize, String(pid)], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(tracer, "exit");
  const traced = once(tracer.stdout, "data");
  await Promise.race([
    traced,
    exited.then(() => {
      throw new Error("the process could not be traced");
    }),
  ]);
  return {
    release: async () => {
      tracer.kill("SIGKILL");
      await exited;
    },
  };
}
