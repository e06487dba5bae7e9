/* SPDX-License-Identifier: MIT */
/* Text of redact: the masked text, then the map. */
#include "config.h"

#include "base/i18n.h"
#include "cli/render.h"

void
rv_render_redact(struct rv_text *t, const rv_json *doc)
{
	const rv_json *s = rv_json_get(doc, "spans");
	struct rv_sv text = rv_json_get_sv(doc, "text");

	rv_text_block(t, text, 0);
	if (!s)
		return;
	if (text.n && !rv_sv_ends(text, RV_SV("\n")))
		rv_text_lit(t, "\n");
	if (!rv_json_first(s))
		rv_text_lit(t, _("Nothing had to be masked.\n"));
	for (s = rv_json_first(s); s; s = rv_json_next(s)) {
		/* TRANSLATORS: a line of a file and two bytes in it. */
		rv_text_printf(t, _("line %lld, %lld-%lld  "),
			       (long long)rv_json_int(rv_json_get(s, "line"), 0),
			       (long long)rv_json_int(rv_json_get(s, "start"), 0),
			       (long long)rv_json_int(rv_json_get(s, "end"), 0));
		rv_text_cell(t, rv_json_get_sv(s, "rule"), 20);
		rv_text_lit(t, "  ");
		rv_text_cell(t, rv_json_get_sv(s, "placeholder"), 20);
		rv_text_lit(t, "  ");
		rv_text_line(t, rv_json_get_sv(s, "fingerprint"), 0);
		rv_text_lit(t, "\n");
	}
}

void
rv_render_erase(struct rv_text *t, const rv_json *doc)
{
	const rv_json *s = rv_json_get(doc, "secrets");
	long long objects = rv_json_int(rv_json_get(doc, "objects"), 0);
	bool erased = rv_json_bool(rv_json_get(doc, "erased"), false);

	rv_text_line(t, rv_json_get_sv(doc, "file"), 0);
	rv_text_printf(t, ":%lld", (long long)rv_json_int(
					  rv_json_get(doc, "line"), 0));
	for (s = rv_json_first(s); s; s = rv_json_next(s)) {
		rv_text_lit(t, "  ");
		rv_text_line(t, rv_json_get_sv(s, "rule"), 0);
		rv_text_lit(t, " ");
		rv_text_line(t, rv_json_get_sv(s, "fingerprint"), 0);
	}
	rv_text_lit(t, "\n");
	rv_text_block(t, rv_json_get_sv(doc, "text"), 2);
	rv_text_lit(t, "\n");
	if (objects && erased)
		rv_text_printf(
			t,
			P_("%lld kept version of a file held it and is gone; "
			   "what needs it cannot be undone.\n",
			   "%lld kept versions of files held it and are gone; "
			   "what needs them cannot be undone.\n", objects),
			objects);
	else if (objects)
		rv_text_printf(
			t,
			P_("%lld kept version of a file holds it and goes too; "
			   "what needs it cannot be undone then.\n",
			   "%lld kept versions of files hold it and go too; "
			   "what needs them cannot be undone then.\n",
			   objects),
			objects);
	rv_text_lit(t, erased
			       ? _("It is erased. Copies elsewhere, backups and "
				   "what synchronises them are not reached: "
				   "change the secret itself, too.\n")
			       : _("This is what the line becomes. Copies "
				   "elsewhere, backups and what synchronises "
				   "them are not reached.\n"));
	if (!erased) {
		rv_text_lit(t, "sha256 ");
		rv_text_line(t, rv_json_get_sv(doc, "sha256"), 0);
		rv_text_lit(t, "\n");
	}
}
