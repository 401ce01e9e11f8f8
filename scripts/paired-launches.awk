# Input: ranks.csv of a run whose launches alternate. Prints PAIR NAME BYTES NANOS for paired-ratios.awk: the mean of
# what a launch measured while a line took -v nanos from core to core, or 1.5 times more or less; empty for all. A launch
# counts with half of its iterations, and three of them if it has as many. PAIR is the launch's number; NAME is
# TRANSPORT@COMM, or METHOD@COMM where there is no transport, or METHOD/ALGORITHM@COMM of one that is not the library's. With
# -v by=PARAM,... it is the class of the benchmark with the values of those parameters that it has, and of comm and ranks:
# CLASS/VALUE/VALUE.
# With -v same=NAME only that one, against itself: launches 2k-1 and 2k are pair k, called "one" and "two", in every
# other pair the other way round, so that drift does not look like a difference.
BEGIN { FS = ","; parts = split(by, part, ",") }
NR == 1 {
    for (i = 1; i <= NF; i++) at[$i] = i
    next
}
function told(    text, word, words, i, j) {
    words = split($at["benchmark"], word, ".")
    text = word[words - 1]
    sub(/Benchmark$/, "", text)
    for (i = 1; i <= parts; i++) {
        if (part[i] == "comm" || part[i] == "ranks") text = text "/" $at[part[i]]
        for (j = 1; j <= params; j++) {
            if (index(param[j], part[i] "=") == 1) text = text "/" substr(param[j], length(part[i]) + 2)
        }
    }
    return text
}
function there(reading) { return nanos == "" || reading == "" || (reading < 1.5 * nanos && nanos < 1.5 * reading) }
$at["phase"] == "measurement" && $at["scored"] != "no" {
    name = $at["benchmark"]
    sub(/.*\./, "", name)
    bytes = "-"
    params = split($at["params"], param, ";")
    for (i = 1; i <= params; i++) {
        if (param[i] ~ /^transport=/) name = substr(param[i], 11)
        if (param[i] ~ /^algorithm=/ && param[i] !~ /=library$/) name = name "/" substr(param[i], 11)
        if (param[i] ~ /^bytes=/) bytes = substr(param[i], 7)
    }
    key = $at["fork"] " " (by == "" ? name "@" $at["comm"] : told()) " " bytes
    first = !seen[key, $at["iteration"]]++ # of several ranks
    of[key] += first
    if (there($at["probe_before"]) && there($at["probe_after"])) {
        sum[key] += 1000 * $at["score"]
        n[key]++
        counting[key] += first
    }
}
END {
    for (key in sum) {
        if (2 * counting[key] < of[key] || counting[key] < (of[key] < 3 ? of[key] : 3)) continue
        split(key, launch, " ")
        if (same == "") {
            print key, sum[key] / n[key]
        } else if (launch[2] == same) {
            pair = int((launch[1] + 1) / 2)
            print pair, (launch[1] + pair) % 2 ? "one" : "two", launch[3], sum[key] / n[key]
        }
    }
}
