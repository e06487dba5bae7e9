/* SPDX-License-Identifier: MIT */
/* Stop words. */
#include "config.h"

#include "doc/stopwords.h"

#include <stdlib.h>

/* In order of bytes. */
static const char *const words[] = {
	"a", "about", "above", "after", "again", "against", "ago", "ain't",
	"all", "almost", "along", "already", "also", "although", "always",
	"am", "among", "an", "and", "another", "any", "anybody", "anyone",
	"anything", "anyway", "are", "aren't", "around", "as", "at", "away",
	"back", "be", "became", "because", "become", "been", "before", "began",
	"behind", "being", "below", "between", "both", "but", "by", "came",
	"can", "can't", "cannot", "come", "could", "couldn't", "did", "didn't",
	"do", "does", "doesn't", "doing", "don't", "done", "down", "during",
	"each", "either", "else", "enough", "etc", "even", "ever", "every",
	"everyone", "everything", "few", "for", "from", "further", "gave",
	"get", "gets", "getting", "give", "given", "go", "goes", "going",
	"gone", "gonna", "got", "had", "hadn't", "has", "hasn't", "have",
	"haven't", "having", "he", "he'd", "he'll", "he's", "her", "here",
	"here's", "hers", "herself", "hey", "hi", "him", "himself", "his",
	"how", "how's", "however", "i", "i'd", "i'll", "i'm", "i've", "if",
	"in", "indeed", "instead", "into", "is", "isn't", "it", "it'd",
	"it'll", "it's", "its", "itself", "just", "kind", "know", "let",
	"let's", "like", "lot", "lots", "made", "make", "makes", "many", "may",
	"maybe", "me", "might", "mine", "more", "most", "much", "must", "my",
	"myself", "never", "no", "nobody", "none", "nor", "not", "nothing",
	"now", "of", "off", "often", "oh", "ok", "okay", "on", "once", "one",
	"ones", "only", "onto", "or", "other", "others", "ought", "our",
	"ours", "ourselves", "out", "over", "own", "per", "perhaps", "please",
	"quite", "rather", "really", "right", "said", "same", "say", "says",
	"see", "seem", "seems", "shall", "she", "she'd", "she'll", "she's",
	"should", "shouldn't", "since", "so", "some", "somebody", "someone",
	"something", "sometimes", "soon", "still", "such", "sure", "take",
	"tell", "than", "thank", "thanks", "that", "that'd", "that'll",
	"that's", "the", "their", "theirs", "them", "themselves", "then",
	"there", "there's", "these", "they", "they'd", "they'll", "they're",
	"they've", "thing", "things", "this", "those", "though", "through",
	"thus", "till", "to", "today", "together", "too", "took", "toward",
	"towards", "under", "unless", "until", "up", "upon", "us", "use",
	"used", "using", "very", "via", "want", "wanted", "wants", "was",
	"wasn't", "way", "we", "we'd", "we'll", "we're", "we've", "well",
	"went", "were", "weren't", "what", "what's", "whatever", "when",
	"when's", "where", "where's", "whether", "which", "while", "who",
	"who's", "whoever", "whole", "whom", "whose", "why", "will", "with",
	"within", "without", "won't", "would", "wouldn't", "yeah", "yep",
	"yes", "yet", "you", "you'd", "you'll", "you're", "you've", "your",
	"yours", "yourself", "yourselves", "а", "без", "более", "бы", "был",
	"была", "были", "было", "быть", "в", "вам", "вами", "вас", "ваш",
	"ваша", "ваше", "ваши", "весь", "во", "вот", "все", "всегда", "всего",
	"всей", "всем", "всеми", "всему", "всех", "всю", "вся", "всё", "вы",
	"где", "да", "даже", "для", "до", "другой", "его", "ее", "ей", "ему",
	"если", "есть", "еще", "ещё", "её", "же", "за", "здесь", "и", "из",
	"или", "им", "ими", "иногда", "их", "к", "как", "какая", "какие",
	"какой", "каком", "когда", "кого", "ком", "кому", "конечно", "которая",
	"которого", "которой", "которую", "которые", "который", "которых",
	"кто", "куда", "ли", "либо", "лишь", "между", "меня", "мне", "много",
	"мной", "мною", "может", "можно", "мои", "моих", "мой", "моя", "моё",
	"мы", "на", "над", "надо", "наконец", "нам", "нами", "нас", "наш",
	"наша", "наше", "наши", "не", "него", "нее", "ней", "нельзя", "нем",
	"нему", "несколько", "нет", "неё", "ни", "нибудь", "никогда", "ним",
	"ними", "них", "ничего", "но", "ну", "нужно", "нём", "о", "об", "один",
	"одна", "однако", "одно", "он", "она", "они", "оно", "опять", "от",
	"перед", "по", "под", "пока", "после", "потом", "потому", "почему",
	"почти", "при", "про", "просто", "раз", "разве", "с", "сам", "сама",
	"сами", "само", "свои", "своих", "свой", "своя", "своё", "себе",
	"себя", "сейчас", "со", "собой", "так", "такая", "такие", "такое",
	"такой", "там", "тебе", "тебя", "тем", "теперь", "то", "тобой",
	"тогда", "того", "тоже", "той", "только", "том", "тому", "тот", "ту",
	"тут", "ты", "у", "уж", "уже", "хоть", "хотя", "чего", "чей", "чем",
	"через", "что", "чтоб", "чтобы", "чуть", "чья", "чьё", "эта", "эти",
	"этим", "этих", "это", "этого", "этой", "этом", "этому", "этот", "эту",
	"я",
	/* What bigrams of Japanese, Chinese and Korean grammar look like. */
	"あっ", "あの", "あり", "ある", "いう", "いた", "いつ", "いる",
	"うか", "か", "から", "が", "がら", "くだ", "けど", "こう", "ここ",
	"こと", "この", "これ", "ころ", "さい", "され", "さん", "した",
	"して", "しょ", "すか", "すね", "すよ", "する", "せた", "せん",
	"そう", "そこ", "その", "それ", "たい", "たか", "ため", "たら", "だ",
	"だけ", "ださ", "だっ", "だよ", "だれ", "った", "って", "てい",
	"てく", "てる", "で", "でし", "です", "では", "でも", "と", "とか",
	"とき", "との", "とは", "どう", "どこ", "どの", "な", "ない", "なか",
	"なっ", "など", "なに", "なら", "なる", "に", "には", "ね", "の",
	"のか", "のが", "ので", "のに", "のは", "のを", "は", "へ", "への",
	"まし", "ます", "ませ", "また", "まだ", "まで", "も", "もう", "もの",
	"や", "ょう", "よ", "よう", "よね", "より", "られ", "ると", "れた",
	"れる", "を", "んだ", "んで", "一个", "不是", "也", "了", "什么",
	"他", "他们", "他的", "但是", "你", "你们", "你的", "可以", "吗",
	"呢", "因为", "在", "她", "就", "就是", "怎么", "我", "我们", "我的",
	"所以", "是", "没有", "的", "这", "这个", "这样", "那", "那个", "都",
	"그런", "그리", "까지", "네요", "는데", "니다", "리고", "부터",
	"습니", "아요", "어요", "에서", "으로", "이런", "입니", "있는",
	"지만", "하는", "합니", "해요", "했어",
};

static int
compare(const void *key, const void *element)
{
	const struct rv_sv *word = key;
	const char *const *stop = element;

	return rv_sv_cmp(*word, rv_sv(*stop));
}

bool
rv_is_stopword(struct rv_sv word)
{
	return bsearch(&word, words, ARRAY_LEN(words), sizeof(words[0]),
		       compare) != NULL;
}
