/** What makes something once, when it is first asked for; a try that failed can be repeated. @template T @param {() => Promise<T>} make @returns {() => Promise<T>} */
export function once(make) {
  let made = null;
  return () => (made ??= make().catch((error) => {
    made = null;
    throw error;
  }));
}
