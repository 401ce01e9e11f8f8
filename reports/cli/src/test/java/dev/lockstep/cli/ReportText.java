package dev.lockstep.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What a reader of report.html reads: no styles, no scripts, no tags. */
final class ReportText {
    private static final Pattern UNREAD = Pattern.compile("(?s)<(style|script|head)\\b.*?</\\1>");

    private ReportText() {}

    /** One line per item of a list and row of a table, so that a pattern without line ends stays within one. */
    static String of(Path folder) throws IOException {
        return UNREAD.matcher(Files.readString(folder.resolve("report.html")))
                .replaceAll("")
                .replaceAll("\\s+", " ")
                .replaceAll("</(li|tr|h\\d)>", "\n")
                .replaceAll("<[a-zA-Z/!][^>]*>", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }
}
