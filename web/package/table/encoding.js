/**
 * Which encoding a text that isn't UTF-8 has: each is tried, and the one whose letters are likeliest is taken. A language is its
 * letters, the frequent ones first; a letter of another language, a sign inside of a word or a capital behind a small letter
 * is unlikely in each.
 */

/** @typedef {{code: string, message: string, hint?: string}} Warning */

const russian = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", korean = "이다의가에는고을로지사한하서리도기대나인시스자전그일어보부수여상정동주제우장조원라아만구년경공도군관남성북서울산천강화여읍면값이름날씨온도맑음흐림비눈";
const simplified = "的一是否男女不了在人有我他这中大来上个国和地到说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运男级州县省温湿晴雨阴云绿红黑黄质甜瓜价额姓龄编号职优良中差";
const traditional = "的一是否男女不了在人有我他這中大來上個國和地到說時要就出會可也你對生能而子那得於著下自之年過發後作里用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運男級州縣省溫濕晴雨陰雲綠紅黑黃質價額姓齡編號職優良臺灣灣鎮鄉";
const kanji = "日一国年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨都道府県市区町村駅京阪神戸札幌仙台横浜名古屋福岡広島晴曇雪温度湿気圧風速種類値数量番号氏性別年齢住所地価格売上商品会社員部課場合計平均最低最大点評方目的体手力思自者事業定物新回開発明教文化社会主問題世界用度対安全表現色赤青黄緑黒良悪有無正不動公私立田野原海花鳥魚犬猫多少重軽早近遠";
const hiragana = "のにはをたがでてとしれさあるいもなかられりよこっくきすまそだけえうおつみやめどせわちろばねびべひぐほへじごむげゆずぼぶぎふぬざづぞんー", katakana = "ンースルトリラアイクシタロドレフテマカパプバジコサデッキグニメムオミナエビチハダウガュョヤワツセブベボモソノポケホヒゲゴネピギザヘゼァィェォャペユヨ";

const west = ["éèàêçôâîûùïëœ", "äöüß", "áéíóúñü¿¡", "ãçáéíóõâêàú", "àèéìòù", "åäöé", "æøåé", "éëïóèö", "ðþæöáéíóúý", "éèäöüßáóíñçàêëâôåøãæîïûúòìùýœõðþ"];
/** By encoding: the languages written in it. Of equally likely ones the first is taken. @type {[string, string[]][]} */
const encodings = [
  ["windows-1252", west],
  ["windows-1250", ["ąęłóśżćńź", "áíéčřžýěšůúťňďó", "áíéčžšýúľťňäôďóŕĺ", "áéöóíüőúű", "čšžćđ", "ăîâșțşţ", "äöüß"]],
  ["windows-1251", [russian, "оаинвуітерслкмдпязьбгйчїєхжцшющфґ", "аоиентсврлкдпмзъягбучщйжхцшюьф", "аоиенјтрсвукдлмпзгбчшжцхћђљњфџ"]],
  ["gb18030", [simplified]], ["shift_jis", [hiragana + kanji + katakana]], ["big5", [traditional]], ["euc-kr", [korean]],
  ["koi8-r", [russian]], ["ibm866", [russian]], ["x-mac-cyrillic", [russian]], ["iso-8859-5", [russian]],
  ["macintosh", west],
  ["iso-8859-2", ["ąęłóśżćńź", "áíéčřžýěšůúťňďó", "áéöóíüőúű", "čšžćđ"]],
  ["windows-1254", ["ıüşğöçİâî"]], ["windows-1257", ["šžėųūįąęč", "āīšēūņļžķģč", "äõüöšž"]],
  ["windows-1253", ["αοιετσνηυρκπλμςάόίέήγωδχώύθφβξζψϊϋΐΰ"]],
  ["windows-1255", ["יוהאלרתבשמנםדעקחפטכסגצזךןףץ"]], ["windows-1256", ["الينمروتبدةعسقفحكجهشطصخأضذزئىءظثغإؤآ"]], ["windows-874", ["านรอกเงมยลวดทสตะปบคหแจพชขใไโผซธศถณภษญฉฟฐอ่้็ิ์ีุูํัำ"]], ["euc-jp", [hiragana + kanji + katakana]],
];
const frequent = 6;
/** How people call them. */
const names = {"windows-1252": "Latin-1 (Windows-1252)", "gb18030": "GBK (gb18030)", "shift_jis": "Shift-JIS (shift_jis)", "macintosh": "Mac Roman (macintosh)"};
export const named = (/** @type {string} */ encoding) => names[encoding] ?? encoding;

/** What windows-1252 has from 0x80 on: Node 20 reads it as ISO 8859-1, which has nothing there. */
const from80 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
/** @param {Uint8Array} bytes @param {string} encoding */
export function decodedAs(bytes, encoding) {
  const decoder = new TextDecoder(encoding), text = decoder.decode(bytes);
  return decoder.encoding === "windows-1252" ? text.replace(/[\x80-\x9f]/g, (c) => from80[c.charCodeAt(0) - 128]) : text;
}

const ideograph = /[\u3400-\u9fff]/, syllable = /[\uac00-\ud7a3]/, letter = /\p{L}/u, latin = /\p{Script=Latin}/u, upper = /\p{Lu}/u, lower = /\p{Ll}/u;
/** Signs in texts of all languages. */
const sign = /[\u00a0°€£–—‘’“”„…«»§µ·²³½±×®©№\u3000-\u303f\uff01-\uff5e]/;

const frequentSigns = "“”‘’„–—…°€";

/** Logarithms of how likely each of a language's letters is. @param {string} letters */
function likelihoods(letters) {
  const each = [...new Set(letters)];
  const weight = (/** @type {number} */ i) => 1 / (i + 8);
  const all = each.reduce((sum, _, i) => sum + weight(i), 0);
  return new Map(each.map((c, i) => [c, Math.log(0.8 * weight(i) / all)]));
}

/** How likely a text is in a language, as a logarithm. @param {string} text @param {string} letters */
function likelihood(text, letters) {
  const known = likelihoods(letters);
  const eastern = known.has("的") || known.has("の"), hangul = known.has("이");
  const own = latin.test(letters[0]);
  let sum = 0, last = "", before = "";
  for (const c of `${text} `) {
    // One word has letters of one script; in the east, words have no ends.
    if (!own && !eastern && ((/[a-z]/i.test(last) && known.has(c.toLowerCase())) || (/[a-z]/i.test(c) && known.has(last.toLowerCase())))) sum -= 6;
    if (!eastern && known.has(last.toLowerCase()) && !letter.test(before) && !letter.test(c)) sum -= 5; // a letter alone is hardly a word
    if (sign.test(last) && !"’·–".includes(last) && letter.test(before) && letter.test(c)) sum -= 4; // nor has a word a sign inside
    if (c > "\x7f") {
      const found = known.get(c) ?? known.get(c.toLowerCase());
      if (found !== undefined) sum += found - (!upper.test(c) || eastern ? 0 : lower.test(last) ? 6 : upper.test(last) ? 0.2 : 1);
      else if (eastern && ideograph.test(c)) sum += Math.log(0.15 / 7000);
      else if (hangul && syllable.test(c)) sum += Math.log(0.15 / 2350);
      else if (sign.test(c)) sum += Math.log(frequentSigns.includes(c) ? 0.06 / 10 : 0.02 / 25);
      else sum += c === "\ufffd" || c < "\xa0" || (c >= "\ue000" && c < "\uf900") ? -16 : -11;
    }
    [before, last] = [last, c];
  }
  return sum;
}

/** The lines of a text that have more than ASCII, each once. @param {Uint8Array} bytes */
function sampleOf(bytes) {
  const most = 20_000;
  const sample = new Uint8Array(most);
  const seen = new Set();
  let size = 0;
  for (let at = 0, end; at < bytes.length && size < most; at = end + 1) {
    end = bytes.indexOf(10, at);
    if (end < 0) end = bytes.length;
    let special = false;
    for (let i = at; i < end && !special; i++) special = bytes[i] > 127;
    if (!special) continue;
    const line = bytes.subarray(at, Math.min(end, at + most - size));
    const key = String.fromCharCode(...line.filter((b) => b > 127).subarray(0, 300));
    if (seen.has(key)) continue;
    seen.add(key);
    sample.set(line, size);
    size += line.length;
    if (size < most) sample[size++] = 10;
  }
  return sample.subarray(0, size);
}

/** @param {Uint8Array} bytes a text that isn't UTF-8 */
export function encodingOf(bytes) {
  const sample = sampleOf(bytes);
  let best = "windows-1252", most = -Infinity;
  for (const [i, [encoding, languages]] of encodings.entries()) {
    const before = i === 0 ? 0 : i <= frequent ? -1 : -3; // how often a file has it
    let text;
    try {
      text = decodedAs(sample, encoding);
    } catch {
      continue; // one that this browser lacks
    }
    for (const letters of languages) {
      const found = before + likelihood(text, letters);
      if (found > most) [best, most] = [encoding, found];
    }
  }
  return best;
}

/**
 * Where lines of a text that is UTF-8 otherwise aren't: those lines are read as another encoding. Null where it isn't UTF-8 at all.
 *
 * @param {Uint8Array} bytes
 */
export function mixed(bytes) {
  const lax = new TextDecoder().decode(bytes);
  let wrong = 0, right = 0;
  for (let i = 0; i < lax.length; i++) {
    const c = lax.charCodeAt(i);
    if (c === 0xfffd) wrong++;
    else if (c > 127) right++;
  }
  if (right < wrong) return null;
  const strict = new TextDecoder("utf-8", {fatal: true});
  /** @type {number[]} */
  const lines = [];
  /** @type {Uint8Array[]} */
  const others = [];
  const parts = [];
  let from = 0;
  for (let at = 0, line = 1; at < bytes.length; line++) {
    const next = bytes.indexOf(10, at), end = next < 0 ? bytes.length : next + 1;
    const own = bytes.subarray(at, end);
    if (own.some((b) => b > 127)) {
      try {
        strict.decode(own);
      } catch {
        parts.push(bytes.subarray(from, at), own);
        from = end;
        lines.push(line);
        others.push(own);
      }
    }
    at = end;
  }
  const size = others.reduce((sum, line) => sum + line.length, 0), all = new Uint8Array(size);
  others.reduce((at, line) => (all.set(line, at), at + line.length), 0);
  const encoding = encodingOf(all), both = ["utf-8", encoding];
  return {text: [...parts, bytes.subarray(from)].map((part, i) => decodedAs(part, both[i % 2])).join(""), lines, encoding};
}
