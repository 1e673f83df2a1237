/** The engine's exponential and activation, with the same bits: core/internal/floatmath and core/internal/network/activation.go. */

/** 2^(i/32), and what rounding leaves of it. */
const table = [
  1.0, 0.0,
  1.0218971486541166, 5.109225028973444e-17,
  1.0442737824274138, 8.551889705537965e-17,
  1.0671404006768237, -7.899853966841582e-17,
  1.0905077326652577, -3.046782079812471e-17,
  1.1143867425958924, 1.0410278456845571e-16,
  1.1387886347566916, 8.912812676025408e-17,
  1.1637248587775775, 3.8292048369240935e-17,
  1.189207115002721, 3.982015231465646e-17,
  1.215247359980469, -7.712630692681488e-17,
  1.241857812073484, 4.658027591836937e-17,
  1.2690509571917332, 2.667932131342186e-18,
  1.2968395546510096, 2.5382502794888315e-17,
  1.3252366431597413, -2.8587312100388614e-17,
  1.3542555469368927, 7.70094837980299e-17,
  1.383909881963832, -6.770511658794786e-17,
  1.4142135623730951, -9.667293313452913e-17,
  1.4451808069770467, -3.0237581349939873e-17,
  1.4768261459394993, -3.483994556892796e-17,
  1.5091644275934228, -1.016455327754295e-16,
  1.5422108254079407, 7.949834809697621e-17,
  1.5759808451078865, -1.0136916471278304e-17,
  1.6104903319492543, 2.4707192569797888e-17,
  1.645755478153965, -1.0125679913674773e-16,
  1.681792830507429, 8.199010020581497e-17,
  1.718619298122478, -1.851380418263111e-17,
  1.7562521603732995, 2.960140695448873e-17,
  1.7947090750031072, 1.8227458427912087e-17,
  1.8340080864093424, 3.283107224245627e-17,
  1.8741676341103, -6.122763413004143e-17,
  1.9152065613971474, -1.0619946056195963e-16,
  1.9571441241754002, 8.960767791036668e-17,
];
const high = 0.021660849219188094, low = 1.733101967801894e-10, perLn2 = 46.16624130844683;

/** 2^i is at 1022 + i. */
const powers = new Float64Array(2046);
powers[1022] = 1;
for (let i = 1023; i < 2046; i++) powers[i] = 2 * powers[i - 1];
for (let i = 1021; i >= 0; i--) powers[i] = powers[i + 1] / 2;

/** e^x for x from -760 to 550. @param {number} x */
function reduced(x) {
  const n = Math.floor(x * perLn2 + 0.5), r = x - n * high - n * low;
  const p = factor(n, r);
  return p * powers[(n >> 5) + 128 + 1022] * 2 ** -128;
}

/** @param {number} n @param {number} r */
function factor(n, r) {
  let p = 1 / 120 + r * (1 / 720);
  p = 1 / 24 + r * p;
  p = 1 / 6 + r * p;
  p = 0.5 + r * p;
  p = r + r * r * p;
  const i = 2 * (n & 31);
  return table[i] + (table[i + 1] + table[i] * p);
}

/** @param {number} x */
function exp(x) {
  if (!(x <= 709.782712893384)) return x > 0 ? Infinity : x;
  if (x < -745.1332191019412) return 0;
  const n = Math.floor(x * perLn2 + 0.5), k = n >> 5;
  if (k <= 800) return reduced(x);
  return factor(n, x - n * high - n * low) * powers[k - 1 + 1022] * 2;
}

/** @param {number} z */
export const sigmoid = (z) => 1 / (1 + exp(-z));

/** σ_dsa of a layer, as a function of the squared distance. @param {{a1: number, a2: number}} layer @param {number} r @returns {(d2: number) => number} */
export function activation({a1, a2}, r) {
  const perA2 = 1 / (a2 * a2), rest = 1 - r, plateau = Math.min(5.25 / perA2, Number.MAX_VALUE);
  return (d2) => {
    let v = rest * (a1 / (a1 + d2));
    if (d2 <= plateau) {
      let t = d2 * perA2;
      t *= t;
      v += r * reduced(-(t * t));
    }
    return v;
  };
}
