/** A file of the site. @param {string} path @param {string} base */
export async function fetched(path, base) {
  const response = await fetch(new URL(path, base));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}
