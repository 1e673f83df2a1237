/** Stands for a user: presses "correct" once there is an answer, and reports what the app then says. */
export async function drive(said: () => string | undefined, press: () => void): Promise<void> {
  const until = async (so: () => boolean) => {
    for (let i = 0; i < 600 && !so(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await until(() => Boolean(said()));
  const before = said() ?? "nothing";
  press();
  await until(() => said() !== before);
  await fetch("REPORT?said=" + encodeURIComponent(before + ", then " + said()), {mode: "no-cors"});
}
