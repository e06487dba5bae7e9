/* SPDX-License-Identifier: MIT */
/* What is told to be cut, or the output of a program, and what is not. */
#include "config.h"

#include "trust/junk.h"

#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "tests/support/cm.h"

/* Whole as it is, and cut when its last sign is away. */
static const struct {
	const char *script, *text, *stop;
} sentences[] = {
	{"Latin", "The queue was moved to the other machine because the disk "
		  "was full", "."},
	{"Latin", "Die Warteschlange zog um, weil auf der alten Maschine kein "
		  "Platz war", ".“"},
	{"Latin", "El servidor se apagó anoche porque nadie había pagado la "
		  "factura", "!»"},
	{"Cyrillic", "Очередь переехала на другую машину, потому что на старой "
		     "кончилось место", ".»"},
	{"Greek", "Η ουρά μεταφέρθηκε σε άλλο μηχάνημα επειδή ο δίσκος γέμισε "
		  "και πάλι", ";"},
	{"Armenian", "Հերթը տեղափոխվեց մեկ այլ մեքենա, քանի որ սկավառակը լցված "
		     "էր ամբողջությամբ", "։"},
	{"Hebrew", "התור הועבר למכונה אחרת כי הדיסק של המכונה הישנה היה מלא "
		   "לגמרי אתמול", "׃"},
	{"Arabic", "هل نقلنا قائمة الانتظار إلى جهاز آخر لأن القرص في الجهاز "
		   "القديم كان ممتلئا", "؟"},
	{"Urdu", "قطار کو دوسری مشین پر منتقل کر دیا گیا کیونکہ پرانی مشین کی "
		 "ڈسک بھر چکی تھی", "۔"},
	{"Devanagari", "कतार को दूसरी मशीन पर ले जाया गया क्योंकि पुरानी मशीन की "
		       "डिस्क पूरी तरह भर चुकी थी और किसी ने उसे समय पर खाली नहीं किया", "।"},
	{"Bengali", "সারিটি অন্য মেশিনে সরানো হয়েছে কারণ পুরানো মেশিনের ডিস্ক "
		    "পুরোপুরি ভরে গিয়েছিল এবং কেউ সময়মতো তা খালি করেনি", "।”"},
	{"Myanmar", "စာရင်းကို အခြားစက်သို့ ရွှေ့ခဲ့သည် အဘယ်ကြောင့်ဆိုသော် "
		    "စက်ဟောင်း၏ ဒစ်ပြည့်နေသောကြောင့် ဖြစ်သည် ထို့ကြောင့် "
		    "မနေ့ညက အလုပ်အားလုံး ရပ်သွားသည် ဟု ဆိုသည်", "။"},
	{"Ethiopic", "ወረፋው ወደ ሌላ ማሽን ተዛውሯል ምክንያቱም የድሮው ማሽን ዲስክ ሙሉ በሙሉ "
		     "ሞልቶ ነበር ትናንት ማታ", "።"},
	{"Han", "由于旧机器的磁盘已经完全写满，昨天晚上我们不得不把整个任务队列"
		"迁移到另一台机器上", "。"},
	{"Han", "他昨天晚上对我们说，由于旧机器的磁盘已经完全写满，必须把整个"
		"任务队列迁移到别处", "！”）"},
	{"Kana", "古いマシンのディスクがいっぱいになったので、昨日の夜に待ち行列を"
		 "別のマシンへ移しました", "。」"},
	{"Kana", "古いマシンのディスクがいっぱいになったのですが、待ち行列はどこへ"
		 "移せばよいでしょう", "？"},
	{"Kana", "古いマシンのディスクがいっぱいになったので、待ち行列は別の場所へ"
		 "移すしかなくて", "……"},
	{"Hangul", "이전 컴퓨터의 디스크가 가득 찼기 때문에 어젯밤에 대기열을 다른 "
		   "컴퓨터로 옮겼습니다", "."},
	{"Mongolian", "ᠬᠠᠭᠤᠴᠢᠨ ᠮᠠᠰᠢᠨ ᠤ ᠳᠢᠰᠺ ᠳᠦᠭᠦᠷᠡᠭᠰᠡᠨ ᠤᠴᠢᠷ ᠠᠴᠠ ᠵᠢᠭᠰᠠᠭᠠᠯ ᠢ ᠥᠭᠡᠷᠡ "
		      "ᠮᠠᠰᠢᠨ ᠳᠤ ᠰᠢᠯᠵᠢᠭᠦᠯᠪᠡ", "᠃"},
};

static void
test_half__scripts(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(sentences); i++) {
		struct rv_sv cut = rv_sv(sentences[i].text);

		rv_buf_reset(&b);
		rv_buf_adds(&b, sentences[i].text);
		rv_buf_adds(&b, sentences[i].stop);
		if (rv_junk_half(rv_buf_sv(&b), RV_SV_NONE).n)
			fail_msg("%s: whole, and told to be cut: %s",
				 sentences[i].script, b.p);
		if (!rv_junk_half(cut, RV_SV_NONE).n)
			fail_msg("%s: cut, and nobody says so: %s",
				 sentences[i].script, sentences[i].text);
	}
	rv_buf_release(&b);
}

#define LONG "The queue was moved to the other machine because the disk of the"

/* Nothing that anybody could call cut. */
static const struct {
	const char *text, *next;
} wholes[] = {
	/* no full stop in the script */
	{"คิวถูกย้ายไปยังเครื่องอื่นเพราะดิสก์ของเครื่องเก่าเต็มแล้ว"
	 "เมื่อคืนนี้ตอนดึกมากและไม่มีใครรู้", ""},
	{"ແຖວຖືກຍ້າຍໄປເຄື່ອງອື່ນເພາະວ່າດິສຂອງເຄື່ອງເກົ່າເຕັມແລ້ວ"
	 "ໃນຄືນວານນີ້ຕອນເດິກຫຼາຍ", ""},
	{"ជួរត្រូវបានផ្លាស់ទីទៅម៉ាស៊ីនផ្សេងទៀតព្រោះថាសនៃម៉ាស៊ីនចាស់"
	 "បានពេញហើយកាលពីយប់មិញ", ""},
	{"คิวถูกย้ายไปยังเครื่องอื่นเพราะดิสก์ของเครื่องเก่าเต็มแล้ว"
	 "เมื่อคืนนี้ในระบบของ LINE", ""},
	/* what follows goes on with it, or is all there is to it */
	{LONG, "- one\n- two"},
	{LONG, "1. one\n2. two"},
	{LONG, "```\nls\n```"},
	{LONG, "    ls\n"},
	{"    " LONG, ""},
	{"\t" LONG, ""},
	{LONG, "| a | b |\n|---|---|"},
	{LONG ":\n- a list behind it whose last item has no stop at its end", ""},
	{"- " LONG, ""},
	{"12. " LONG, ""},
	{"- an item\n  " LONG, ""},
	{LONG "\n```\nls\n```", ""},
	{"```\n" LONG "\n```", ""},
	{"> " LONG, ""},
	{"# " LONG, ""},
	{LONG "\n===", ""},
	{"**" LONG "**", ""},
	{"[^1]: " LONG, ""},
	{LONG " [^1]", ""},
	{"**Tabs:** " LONG, ""},
	{"**Tabs**: " LONG, ""},
	{LONG " ^block-1", ""},
	{LONG " #queue #disk", ""},
	{LONG " https://example.org/a", ""},
	{LONG " broke \xF0\x9F\x98\x85\xEF\xB8\x8F", ""},
	{LONG " broke\xE3\x80\x82\xE3\x80\x80", ""},
	{"How the Dreamer Learned to Judge Its Own Findings and Those of "
	 "Others", ""},
	{"for the stopped ones who never got this far \xE2\x80\x94 and for all of "
	 "them \xE2\x80\x94", ""},
	{"A line of a verse,\nand one more line,\nand it has no end\nnor has "
	 "the poem", ""},
	{"Short label without an end", ""},
};

static void
test_half__not_judged(void **state)
{
	struct rv_sv cut;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(wholes); i++) {
		cut = rv_junk_half(rv_sv(wholes[i].text),
				   rv_sv(wholes[i].next));
		if (cut.n)
			fail_msg("told to be cut: %.*s", RV_SV_ARG(cut));
	}
}

static void
test_half__cut(void **state)
{
	(void)state;
	assert_true(rv_junk_half(RV_SV(LONG), RV_SV_NONE).n);
	assert_true(rv_junk_half(RV_SV(LONG), RV_SV("Another paragraph.")).n);
	assert_true(rv_junk_half(RV_SV("**Why.** " LONG), RV_SV_NONE).n);
	assert_true(rv_junk_half(RV_SV("2026 was new. " LONG), RV_SV_NONE).n);
	assert_true(rv_junk_half(RV_SV(LONG ","), RV_SV_NONE).n);
	assert_true(rv_junk_half(RV_SV("```\nls\n```\n" LONG), RV_SV_NONE).n);
	assert_sv(rv_junk_half(RV_SV(LONG "\nmachine in the"), RV_SV_NONE),
		  "machine in the");
}

static void
test_noise(void **state)
{
	static const struct {
		const char *line, *what;
	} rows[] = {
		{"- hit score: 0.83", "score:"},
		{"bm25_score=7", "score="},
		{"{\"score\": 12.734, \"id\": 3}", "score\":"},
		{"Similarity: 0.9", "Similarity:"},
		{"relevance = 0.71", "relevance ="},
		{"\"embedding\": [0.0123, -0.4]", "embedding\":"},
		{"HEARTBEAT_OK", "HEARTBEAT_OK"},
		{"- HEARTBEAT_OK", "HEARTBEAT_OK"},
		{"The answer was [object Object], twice.", "[object Object]"},
		{"The score: 1 out of 5. A 20% true positive rate.", NULL},
		{"Final score: 3", NULL},
		{"Its score: 4.25 out of 5.", NULL},
		{"Its score: 4.25/5", NULL},
		{"Relevance: 75.25 %", NULL},
		{"One measure is similarity: how near two texts are.", NULL},
		{"The cosine of two vectors is the usual measure.", NULL},
		{"An underscore: 0.75 of all names have one.", NULL},
		{"A filter drops what has `score: 0.31` or less.", NULL},
		{"It prints `[object Object]` instead of the name.", NULL},
		{"A model may answer \"[object Object]\", too.", NULL},
		{"The agent says HEARTBEAT_OK when there is nothing to do.",
		 NULL},
	};
	struct rv_sv what;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		what = rv_junk_noise(rv_sv(rows[i].line));
		if (!rv_sv_eq(what, rv_sv(rows[i].what)))
			fail_msg("%s: \"%.*s\"", rows[i].line,
				 RV_SV_ARG(what));
	}
}

static void
test_code(void **state)
{
	static const struct {
		const char *line;
		bool code;
	} rows[] = {{"text", false}, {"```c", true},  {"score: 0.83", true},
		    {"~~~", true},   {"```", true},   {"text", false},
		    {"~~~", true},   {"x", true},     {"~~~", true},
		    {"x", false}};
	char fence = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(rv_junk_is_code(rv_sv(rows[i].line), &fence),
				 rows[i].code);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_half__scripts),
		cmocka_unit_test(test_half__not_judged),
		cmocka_unit_test(test_half__cut),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
