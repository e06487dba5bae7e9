/* SPDX-License-Identifier: MIT */
/* From what a server sent to vectors, or to the reason why not. */
#include "config.h"

#include "llm/embed_priv.h"

#include <endian.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "llm/mulaw.h"

static rv_status
no_number(struct rv_err *err)
{
	return rv_fail(err, RV_E_MODEL, "%s",
		       _("it sent a vector with something that is no number"));
}

static rv_status
from_numbers(const rv_json *value, float *v, struct rv_err *err)
{
	const rv_json *x = rv_json_first(value);

	for (; x; x = rv_json_next(x), v++) {
		double d = rv_json_is_number(x) ? rv_json_double(x, NAN) : NAN;

		*v = (float)d;
		if (!isfinite(*v))
			return no_number(err);
	}
	return RV_OK;
}

static rv_status
from_bytes(struct rv_sv bytes, float *v, struct rv_err *err)
{
	for (size_t i = 0; i < bytes.n / 4; i++) {
		uint32_t word;

		memcpy(&word, bytes.p + 4 * i, 4);
		word = le32toh(word);
		memcpy(&v[i], &word, 4);
		if (!isfinite(v[i]))
			return no_number(err);
	}
	return RV_OK;
}

/* The length of a vector is right, and that of all the others. */
static rv_status
check_dim(struct rv_embed_rows *rows, size_t dim, struct rv_err *err)
{
	if (!dim)
		return rv_fail(err, RV_E_MODEL, "%s",
			       _("it sent a vector without numbers"));
	if (dim > RV_EMBED_DIM_MAX)
		return rv_fail(err, RV_E_MODEL,
			       _("it sent a vector of over %zu numbers"),
			       RV_EMBED_DIM_MAX);
	if (rows->dim && rows->dim != dim)
		return rv_fail(err, RV_E_MODEL,
			       _("it sent a vector of %zu numbers where the "
				 "others have %zu"),
			       dim, rows->dim);
	rows->dim = dim;
	return RV_OK;
}

static rv_status
read_row(struct rv_embed_rows *rows, const rv_json *value, float **out,
	 struct rv_err *err)
{
	struct rv_buf bytes;
	size_t dim = rv_json_size(value);
	rv_status st;

	rv_buf_init(&bytes, RV_EMBED_DIM_MAX * 4 + 4);
	if (rv_json_is_string(value)) {
		if (!rv_base64_decode(rv_json_sv(value), &bytes) ||
		    bytes.n % 4) {
			rv_buf_release(&bytes);
			return rv_fail(err, RV_E_MODEL, "%s",
				       _("it sent a vector that is neither "
					 "numbers nor base64 of them"));
		}
		dim = bytes.n / 4;
	} else if (!rv_json_is_array(value)) {
		return rv_fail(err, RV_E_MODEL, "%s",
			       _("it sent something that is no vector"));
	}
	st = check_dim(rows, dim, err);
	if (st == RV_OK) {
		*out = rv_arena_array(rows->arena, float, dim);
		st = rv_json_is_string(value)
			     ? from_bytes(rv_buf_sv(&bytes), *out, err)
			     : from_numbers(value, *out, err);
	}
	rv_buf_release(&bytes);
	return st;
}

rv_status
rv_embed_rows_add(struct rv_embed_rows *rows, int64_t index,
		  const rv_json *value, struct rv_err *err)
{
	float *v = NULL;
	rv_status st;

	if (index < 0 || (uint64_t)index >= rows->n)
		return rv_fail(err, RV_E_MODEL,
			       _("it sent more vectors than the %zu texts it "
				 "got"),
			       rows->n);
	if (rows->v[index])
		return rv_fail(err, RV_E_MODEL, "%s",
			       _("it sent two vectors for one text"));
	st = read_row(rows, value, &v, err);
	if (st != RV_OK)
		return st;
	rows->v[index] = v;
	rows->got++;
	return RV_OK;
}

rv_status
rv_embed_rows_whole(const struct rv_embed_rows *rows, struct rv_err *err)
{
	if (rows->got == rows->n)
		return RV_OK;
	return rv_fail(err, RV_E_MODEL,
		       _("it sent %zu vectors for %zu texts"), rows->got,
		       rows->n);
}

void
rv__embed_normalise(struct rv_embed_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		union {
			const float *in;
			float *out;
		} v = {.in = rows->v[i]};
		double sum = 0;

		for (size_t k = 0; v.in && k < rows->dim; k++)
			sum += (double)v.in[k] * (double)v.in[k];
		sum = sqrt(sum);
		for (size_t k = 0; sum > 0 && k < rows->dim; k++)
			v.out[k] = (float)((double)v.in[k] / sum);
	}
}

double
rv_embed_cosine(const float *a, const float *b, size_t dim)
{
	double ab = 0, aa = 0, bb = 0;

	for (size_t i = 0; i < dim; i++) {
		ab += (double)a[i] * (double)b[i];
		aa += (double)a[i] * (double)a[i];
		bb += (double)b[i] * (double)b[i];
	}
	return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}
