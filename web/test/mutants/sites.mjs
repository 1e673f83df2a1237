/** Places in a script where something may be changed, and how. */
import {parse} from "acorn";

/**
 * @typedef {object} Site
 * @property {string} file from the root of the repository
 * @property {string} where the function that it stands in
 * @property {number} line
 * @property {number} from @property {number} to offsets in the file
 * @property {string} is @property {string} becomes what stands there, for people
 * @property {(n: number) => string} code what stands there where the change is behind number n
 */

/** What an operator becomes. @type {Record<string, string[]>} */
const others = {
  "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "===": ["!=="], "!==": ["==="], "==": ["!="], "!=": ["=="],
  "&&": ["||"], "||": ["&&"], "??": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "<<": [">>"], ">>": ["<<"], ">>>": ["<<"], "&": ["|"], "|": ["&"],
};

/** @param {string} file @param {string} text @returns {Site[]} */
export function sitesOf(file, text) {
  /** @type {Site[]} */
  const found = [];
  const source = (node) => text.slice(node.start, node.end);
  const plain = (code) => code.replace(/\s+/g, " ");
  const add = (where, node, becomes, code = (n) => `(globalThis.xaiaMutant?.(${n}) ? (${becomes}) : (${source(node)}))`) =>
    found.push({file, where, line: node.loc.start.line, from: node.start, to: node.end, is: plain(source(node)), becomes: plain(becomes), code});
  const walk = (node, where) => {
    if (!node || typeof node.type !== "string") return;
    if ((node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") && node.id) where = node.id.name;
    if (node.type === "MethodDefinition") where = `${where}.${source(node.key)}`;
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier" && /Function/.test(node.init?.type ?? "")) where = node.id.name;
    if (node.type === "BinaryExpression" || node.type === "LogicalExpression") {
      const texts = node.operator === "+" && [node.left, node.right].some((side) => side.type === "TemplateLiteral" || typeof side.value === "string");
      for (const other of texts ? [] : others[node.operator] ?? []) {
        const side = (part) => `(${source(part)})`; // ?? and && don't stand beside each other
        add(where, node, `${side(node.left)} ${other} ${side(node.right)}`);
      }
    }
    if ((node.type === "IfStatement" || node.type === "ConditionalExpression") && node.test) {
      add(where, node.test, "true");
      add(where, node.test, "false");
    }
    if (node.type === "Literal" && typeof node.value === "number") add(where, node, String(node.value + 1));
    if (node.type === "Literal" && typeof node.value === "boolean") add(where, node, String(!node.value));
    if (node.type === "ExpressionStatement" && ["CallExpression", "AssignmentExpression", "UpdateExpression"].includes(node.expression.type) && !/^super\b/.test(source(node))) {
      add(where, node, "(nothing)", (n) => `if (!globalThis.xaiaMutant?.(${n})) { ${source(node)} }`);
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === "key" && !node.computed) continue; // a property's name
      if (node.type.startsWith("Import") || node.type === "ExportAllDeclaration") continue;
      for (const part of Array.isArray(value) ? value : [value]) if (part && typeof part === "object" && key !== "loc") walk(part, where);
    }
  };
  walk(parse(text, {ecmaVersion: "latest", sourceType: "module", locations: true}), "the module");
  return found;
}

/** The file with those changes in it, each behind its number. @param {string} text @param {{site: Site, n: number}[]} changes in order, none in another */
export function changed(text, changes) {
  let out = "", last = 0;
  for (const {site, n} of changes) {
    out += text.slice(last, site.from) + site.code(n);
    last = site.to;
  }
  return out + text.slice(last);
}
