/** Numbers of the standard normal distribution. @param {() => number} next from 0 to 1 */
export const normals = (next) => () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
