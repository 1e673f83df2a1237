/** One value under one name, in IndexedDB: it takes bytes as they are. */
const database = new Promise((resolve, reject) => {
  const opening = indexedDB.open("prices", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("models");
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});

async function ask(mode, call) {
  const transaction = (await database).transaction("models", mode);
  const request = call(transaction.objectStore("models"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The bytes kept, undefined if there are none. */
export const kept = () => ask("readonly", (models) => models.get("model"));
export const keep = (bytes) => ask("readwrite", (models) => models.put(bytes, "model"));
export const drop = () => ask("readwrite", (models) => models.delete("model"));
