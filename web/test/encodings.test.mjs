// xaia/table: texts that aren't UTF-8. Each is encoded here, and read back without being told how.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {dist, refuses, testdata} from "./helpers.mjs";

const {readTable} = await import(new URL("table.mjs", dist));
const field = (name) => readFileSync(new URL(`field4/${name}`, testdata));

/** What encodes texts: all that TextDecoder decodes, turned around. @param {string} encoding */
function encoder(encoding) {
  const decoder = new TextDecoder(encoding), bytes = new Map();
  const add = (...sequence) => {
    const text = decoder.decode(Uint8Array.from(sequence));
    if ([...text].length === 1 && text !== "\ufffd" && !bytes.has(text)) bytes.set(text, sequence);
  };
  if (encoding === "windows-1252") [..."€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"].forEach((c, i) => { if (c !== " ") bytes.set(c, [128 + i]); }); // Node 20 reads it as ISO 8859-1
  for (let a = 0; a < 256; a++) add(a);
  for (let a = 128; a < 256; a++) for (let b = 64; b < 256; b++) add(a, b);
  return (text) => Uint8Array.from([...text].flatMap((c) => bytes.get(c) ?? assert.fail(`${encoding} lacks ${c}`)));
}

const tables = {
  "windows-1252": [
    "ville,température,état\nOrléans,12.5,bon\nNîmes,18.1,très bon\nBéziers,17.2,mauvais\n", "Stadt,Größe,Note\nMünchen,1.5,gut\nKöln,1.1,mäßig\nNürnberg,0.5,gut\n", "ciudad,año,día\nMálaga,2001,lunes\nA Coruña,2002,miércoles\nCórdoba,2003,sábado\n",
    "cidade,região,preço\nSão Paulo,sul,1.5\nBrasília,centro,2.5\nMaceió,leste,3\n", "stad,år\nMalmö,2001\nÖrebro,2002\nVästerås,2003\n", "by,størrelse\nTromsø,1\nÅlesund,2\nBodø,3\n", "name,price\nCafé,5 €\nbar,6 €\n", "x,note\n1,“good”\n2,it’s\n3,20 °C\n",
    "name\nRené\nPaul\n", "name;x\nMüller;1\nSchmidt;2\n", "who,x\nNuñez,1\nLi,2\n", "a,µm\n1,2\n3,4\n", "a,m²\n1,2\n3,4\n", "t (°C),x\n1,2\n3,4\n", "price (£),x\n1,2\n3,4\n", "STRASSE,GRÖSSE\n1,2\n3,4\n", "x,y\nnaïve,1\nrôle,2\n", "œuvre,prix\nL’Été,5\nNoël,6\n", "land,x\nÍsland,1\nÞýskaland,2\n", "x;y\nja – nein;1\nvielleicht…;2\n",
  ],
  "windows-1250": ["miasto,ludność,województwo\nŁódź,1.5,łódzkie\nKraków,2.5,małopolskie\nWrocław,3.5,dolnośląskie\n", "město,počet,kraj\nPlzeň,1.5,Plzeňský\nČeské Budějovice,2.5,Jihočeský\nJiřice,3.5,Středočeský\n", "város,népesség\nGyőr,1.5\nSzékesfehérvár,2.5\nKőszeg,3.5\nHódmezővásárhely,2\n", "jméno,x\nDvořák,1\nNovák,2\nČerný,3\n", "nazwisko,x\nWiśniewska,1\nDąbrowski,2\n", "oraș,x\nTimișoara,1\nBacău,2\n".replaceAll("ș", "ş"), "grad,županija\nČakovec,1\nŠibenik,2\nĐakovo,3\n"],
  "windows-1251": ["город,население,округ\nМосква,12.5,центр\nКазань,1.3,Поволжье\nОмск,1.1,Сибирь\n", "место,площ\nКиїв,1\nЛьвів,2\nЧернівці,3\n", "a,b\n1,мужчина\n2,женщина\n", "ФАМИЛИЯ,ПОЛ\nИВАНОВ,М\nПЕТРОВА,Ж\n", "name,answer\na,да\nb,нет\nc,да\n"],
  "koi8-r": ["город,население,округ\nМосква,12.5,центр\nКазань,1.3,Поволжье\nОмск,1.1,Сибирь\n"],
  "ibm866": ["город,население,округ\nМосква,12.5,центр\nКазань,1.3,Поволжье\nОмск,1.1,Сибирь\n"],
  "macintosh": ["a,b\nZürich,1\nGenève,2\n", "a,b\nSão Paulo,1\nMünster,2\n", "ville,température,état\nOrléans,12.5,bon\nNîmes,18.1,très bon\nBéziers,17.2,mauvais\n", "Stadt,Größe,Note\nMünchen,1.5,gut\nKöln,1.1,mäßig\nNürnberg,0.5,gut\n"],
  "iso-8859-2": ["miasto,ludność\nŁódź,1.5\nŚwidnica,2.5\nGorzów Wielkopolski,1\nBiałystok,3.5\nJaśło,2\n"],
  "windows-1254": ["şehir,nüfus,ağaç\nİzmir,1.5,çam\nIğdır,2.5,meşe\nMuş,3.5,ıhlamur\n"],
  "windows-1257": ["miestas,šalis\nŠiauliai,1\nPanevėžys,2\nMažeikiai,3\nKėdainiai,4\nTauragė,5\n", "pilsēta,valsts\nRēzekne,1\nDaugavpils,2\nJūrmala,3\nValmiera,4\nCēsis,5\nĶegums,6\n"],
  "windows-1253": ["πόλη,πληθυσμός\nΑθήνα,1.5\nΘεσσαλονίκη,2.5\nΠάτρα,3.5\n"],
  "windows-1255": ["עיר,גודל\nחיפה,1\nתל אביב,2\nירושלים,3\n"],
  "windows-1256": ["مدينة,حجم\nالقاهرة,1\nالإسكندرية,2\nبغداد,3\n"],
  "windows-874": ["เมือง,ขนาด\nกรุงเทพ,1\nเชียงใหม่,2\nภูเก็ต,3\n"],
  "gb18030": ["a,b\n1,是\n2,否\n", "id,类别\n1,合格\n2,不合格\n", "日期,销售额（元）\n2020-01-01,5\n2020-01-02,6\n", "城市,人口,天气\n北京,21.5,晴\n上海,24.8,多云\n广州,18.7,雨\n", "姓名,性别,成绩\n王伟,男,90\n李娜,女,85\n张敏,女,77\n刘洋,男,60\n", "品种,甜度\n西瓜,9\n苹果,7\n葡萄,8\n"],
  "big5": ["a,b\n1,是\n2,否\n", "縣市,面積\n桃園市,1\n新竹縣,2\n屏東縣,3\n", "城市,人口,天氣\n臺北,2.6,晴\n高雄,2.7,多雲\n臺中,2.8,雨\n", "姓名,性別,成績\n陳怡君,女,90\n林志明,男,85\n黃淑芬,女,77\n"],
  "shift_jis": ["a,b\n1,はい\n2,いいえ\n", "品名,価格\nりんご,100\nみかん,50\nバナナ,80\n", "県,人口\n青森県,1.2\n岩手県,1.1\n宮城県,2.2\n", "都市,気温,天気\n東京,10.5,晴れ\n大阪,11,くもり\n札幌,-1,雪\n", "名前,クラス,点\n田中,A,80\n鈴木,B,75\nサトウ,A,60\n"],
  "euc-jp": ["都市,気温,天気\n東京,10.5,晴れ\n大阪,11,くもり\n札幌,-1,雪\n", "名前,クラス,点\n田中,A,80\n鈴木,B,75\nサトウ,A,60\n"],
  "euc-kr": ["a,b\n1,예\n2,아니오\n", "도시,인구,날씨\n서울,9.7,맑음\n부산,3.4,흐림\n대구,2.4,비\n", "이름,성별,점수\n김민수,남,90\n이영희,여,85\n박지훈,남,77\n"],
};

test("the encoding of a text is found by its letters, and said", async () => {
  const wrong = [];
  for (const [encoding, texts] of Object.entries(tables)) {
    const encode = encoder(encoding);
    for (const text of texts) {
      const {rows, warnings} = await readTable(encode(text));
      const want = (await readTable(text)).rows;
      const said = warnings.filter((w) => w.code === "encoding").map((w) => w.message).join();
      if (JSON.stringify(rows) !== JSON.stringify(want)) wrong.push(`${encoding}: ${text.slice(0, 60)} → ${JSON.stringify(rows[0])} ${said}`);
      assert.equal((await readTable(text)).dialect.encoding, undefined);
      assert.match(said, /^The file is not UTF-8 and was read as .+\.$/);
      assert.deepEqual((await readTable(encode(text), {encoding})).rows, want, `${encoding}, told`);
      assert.deepEqual((await readTable(text, {encoding: "utf-8"})).warnings.filter((w) => w.code === "encoding"), []);
    }
  }
  assert.deepEqual(wrong, []);
});

test("files of the field, mixed files, told encodings, and bytes that are none", async () => {
  const japanese = await readTable(field("12-shift-jis.csv"));
  assert.deepEqual([japanese.columns.map((c) => c.name), japanese.rows[0], japanese.rows[1]], [["都市", "気温", "天気"], {都市: "東京", 気温: 10, 天気: "晴れ"}, {都市: "大阪", 気温: 10.5, 天気: "雨"}]);
  assert.equal(japanese.dialect.encoding, "shift_jis");
  assert.match(japanese.warnings[0].message, /Shift-JIS \(shift_jis\)/);
  const chinese = await readTable(field("13-gbk.csv"));
  assert.deepEqual([chinese.columns.map((c) => c.name), chinese.rows[0]], [["颜色", "重量", "品种"], {颜色: "青绿", 重量: 0.2, 品种: "好瓜"}]);
  assert.match(chinese.warnings[0].message, /GBK \(gb18030\)/);
  // What is told is taken, right or wrong.
  const other = await readTable(field("13-gbk.csv"), {encoding: "windows-1251"});
  assert.match(other.columns[1].name, /[А-я]/);
  assert.deepEqual(other.warnings.filter((w) => w.code === "encoding"), []);
  const utf8 = await readTable(field("13-gbk.csv"), {encoding: "UTF-8"});
  assert.match(utf8.warnings[0].message, /^Line 1 and maybe others have bytes that are no text in UTF-8: they stand as \ufffd\./);
  for (const encoding of ["klingon", 5, null, ""]) await refuses(readTable("a,b\n1,2\n", {encoding}), {code: "invalid-option", path: "encoding", message: /gb18030/});
  // A UTF-8 file into which somebody pasted lines of another one.
  const lines = ["who,town", "René,Köln", "Zoë,Málaga", "Anaïs,Nîmes", "Jürgen,Łódź"];
  const bytes = Buffer.concat(lines.map((line, i) => Buffer.from(`${line}\n`, i === 3 ? "latin1" : "utf8")));
  const mixed = await readTable(bytes);
  assert.deepEqual(mixed.rows.map((row) => [row.who, row.town].join()), lines.slice(1));
  assert.match(mixed.warnings[0].message, /^Line 4 is not UTF-8, as the others are, and was read as Latin-1 \(Windows-1252\)\.$/);
  // A byte that is damaged in a text of another encoding.
  const damaged = Buffer.from(encoder("gb18030")("城市,人口\n北京,21.5\n上海,24.8\n广州,18.7\n深圳,17.5\n"));
  damaged[damaged.length - 9] = 0xff;
  const read = await readTable(damaged);
  assert.match(read.warnings.map((w) => w.message).join(), /GBK.*Line 5 has bytes that are no text in GBK/);
  assert.equal(read.rows[0].城市, "北京");
});

test("finding the encoding takes no longer for a large file", async () => {
  const text = `name,v\n${Array.from({length: 300000}, (_, i) => `Łódź ${i % 977},${i}`).join("\n")}\n`;
  const bytes = encoder("windows-1250")(text), begun = process.cpuUsage().user;
  const {rows} = await readTable(bytes);
  assert.deepEqual([rows.length, rows[299999]], [300000, {name: `Łódź ${299999 % 977}`, v: 299999}]);
  assert.ok(process.cpuUsage().user - begun < 10e6);
});
