# Of a run's journal, with its results as $results: a row of a Markdown table for each cell, with its score and self-check,
# or why there is none.
def row: "| " + join(" | ") + " |";
. as $journal | $journal[] | select(.event == "cell") | . as $cell
| [$journal[] | select(.cell == $cell.cell)] as $events
| [$results[0][] | select(.benchmark == $cell.benchmark) | .params as $of
    | select($cell.params + {comm: $cell.comm, ranks: "\($cell.ranks)"} | to_entries | all(.value == $of[.key]))
    | .primaryMetric] as $scores
| [$events[] | select(.status == "failed") | "failed: " + .reason] as $failures
| [($cell.benchmark | sub(".*[.](?<name>.*)Benchmark[.].*"; "\(.name)")),
    ([$cell.params | to_entries[] | .key + "=" + .value] | join(" ")), $cell.comm, "\($cell.ranks)",
    ($scores | map("\(.score * 1000 | round / 1000) \(.scoreUnit)") | first // "-"),
    ($failures + [$events[] | .selfCheck // empty] | first // "none")] | row
