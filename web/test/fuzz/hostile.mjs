/** Inputs that are cheap to make but may be expensive to read: each is long in a different way. */
const long = 1e6;

export const hostileTables = {
  spaces: `a,b\n1,${" ".repeat(long)}x`,
  digits: `a,b\n1,${"1".repeat(long)}x`,
  "digits and a comma": `a;b\n1;${"1".repeat(long)},x`,
  dots: `a,b\n1,${".".repeat(long)}`,
  quotes: `a,b\n1,${'"'.repeat(long)}`,
  "an open quote": `a,b\n1,"${"x\n".repeat(long / 2)}`,
  commas: ",".repeat(long),
  "empty lines": `a,b\n${"\n".repeat(long)}1,2`,
  "short rows": `a,b\n${"1,2\n".repeat(long / 4)}`,
  "a wide header": `${"a,".repeat(long / 2)}\n1,2`,
  "rows of another width": `a,b\n${"1\n".repeat(long / 2)}`,
  "carriage returns": "\r".repeat(long),
  "one line": "x".repeat(long),
};

export const hostileLinks = {
  parts: "a&".repeat(long / 2),
  "different parts": Array.from({length: long / 10}, (_, i) => `p${i}=1`).join("&"),
  digits: `r=${"1".repeat(long)}x`,
  dots: `r=${".".repeat(long)}`,
  commas: `ask=${",".repeat(long)}`,
  numbers: `ask=${"1,".repeat(long / 2)}1`,
  layers: `settings=${"1,1,0.1,0.9;".repeat(long / 12)}`,
  semicolons: `columns=x,y&points=${";".repeat(long)}`,
  "one row": `columns=x,y&points=${"1,".repeat(long / 2)}1`,
  "columns": `columns=${"x,".repeat(long / 2)}&points=1,2,0`,
  percents: `columns=${"%25".repeat(long / 3)}&points=1,2,0`,
  "bad percents": `columns=${"%".repeat(long)}&points=1,2,0`,
  title: `title=${"x".repeat(long)}&columns=x,y&points=1,2,0`,
};
