type Close = () => unknown;

const afterTest: Close[] = [];
const afterFile: Close[] = [];

/** What a helper opened is closed after the test that runs, what was opened last first. */
export function closeAfterTest(close: Close): void {
  afterTest.push(close);
}

/** The same after the last test of the file: for what its tests share. */
export function closeAfterFile(close: Close): void {
  afterFile.push(close);
}

export const closeOfTest = (): Promise<void> => closeAll(afterTest);
export const closeOfFile = (): Promise<void> => closeAll(afterFile);

/** Closes the others too where one can't be closed, and says so then: the next test finds nothing of this one. */
async function closeAll(of: Close[]): Promise<void> {
  const failures: unknown[] = [];
  for (let close = of.pop(); close !== undefined; close = of.pop()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
