# Input: PAIR NAME BYTES NANOS. Prints, for b over a, the geometric mean of the ratio for each size and over all sizes, with a 95% interval over pairs
# (Student's t on the logarithms); and the median of all ratios with the 95% interval of order statistics, which a machine that now and then runs all at
# half or double speed moves less. Pairs of which one side is missing are left out.
$2 == a { va[$1, $3] = $4 }
$2 == b { vb[$1, $3] = $4 }
{ pairs[$1]; if (!($3 in seen)) { seen[$3]; sizes[++m] = $3 } }

function t95(df) {
    split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093", t, " ")
    return df < 1 ? 0 : df <= 19 ? t[df] : 1.96 + 2.4 / df
}

# Ratios may be negative where -v plain=1: their mean is the arithmetic one.
function scale(ratio) { return plain ? ratio : log(ratio) }
function back(x) { return plain ? x : exp(x) }

function report(label, x, n,    i, mean, var, half) {
    if (n == 0) {
        printf "%-8s %-16s no pair\n", label, b "/" a
        return
    }
    for (i = 1; i <= n; i++) mean += x[i] / n
    for (i = 1; i <= n; i++) var += (x[i] - mean) ^ 2 / (n > 1 ? n - 1 : 1)
    half = t95(n - 1) * sqrt(var / n)
    if (n == 1) {
        printf "%-8s %-16s %.3f  one pair, no interval\n", label, b "/" a, back(mean)
        return
    }
    printf "%-8s %-16s %.3f  95%% interval %.3f .. %.3f  (%d pairs)\n", label, b "/" a, back(mean), back(mean - half), back(mean + half), n
}

function complete(p, k) { return (p, sizes[k]) in va && (p, sizes[k]) in vb }

function completeAtAll(p,    k) {
    for (k = 1; k <= m; k++) if (!complete(p, k)) return 0
    return 1
}

# Of all ratios: insertion sort, for there are few.
function median(    n, k, p, i, x, v, low) {
    for (k = 1; k <= m; k++) for (p in pairs) if (complete(p, k)) {
        v = vb[p, sizes[k]] / va[p, sizes[k]]
        for (i = n++; i >= 1 && x[i] > v; i--) x[i + 1] = x[i]
        x[i + 1] = v
    }
    if (n == 0) return
    low = int(n / 2 - 0.98 * sqrt(n))
    if (low < 1) low = 1
    printf "%-8s %-16s %.3f  95%% interval %.3f .. %.3f  (%d ratios)\n", "median", b "/" a, (x[int((n + 1) / 2)] + x[int(n / 2) + 1]) / 2, x[low], x[n + 1 - low], n
}

END {
    for (k = 1; k <= m; k++) {
        n = 0
        for (p in pairs) if (complete(p, k)) x[++n] = scale(vb[p, sizes[k]] / va[p, sizes[k]])
        report(sizes[k], x, n)
    }
    n = 0
    for (p in pairs) if (completeAtAll(p)) {
        n++
        x[n] = 0
        for (k = 1; k <= m; k++) x[n] += scale(vb[p, sizes[k]] / va[p, sizes[k]]) / m
    }
    report("all", x, n)
    median()
}
