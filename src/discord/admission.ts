/** Whether Discord's application may work on this store: asked once, at the first READY. */
export interface Admission {
  /** Resolves once it may; stays open while it may not. */
  readonly passed: Promise<void>;
  ask(applicationId: string): void;
}

/** `admit` throws, in words, when it may not. */
export function createAdmission(
  admit: (applicationId: string) => Promise<void>,
  onRefused: (reason: string) => void,
): Admission {
  let pass: () => void;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  let isAsked = false;
  return {
    passed,
    ask(applicationId) {
      if (isAsked) return;
      isAsked = true;
      admit(applicationId).then(pass, (error: unknown) =>
        onRefused(error instanceof Error ? error.message : String(error)),
      );
    },
  };
}
