package dev.lockstep.reports.html;

import dev.lockstep.reports.RunData;
import dev.lockstep.reports.published.Published;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a run as one HTML file that needs nothing else: no server, no network, no other file. */
public final class ReportWriter {
    private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);

    /**
     * Writes the report, over an older one if there is one.
     *
     * @param html the file to write; its directory is made if need be
     */
    public void write(RunData run, Path html) throws IOException {
        write(run, html, List.of());
    }

    /** The same with figures of papers, which are drawn where the run has lines of the same. */
    public void write(RunData run, Path html, List<Published> published) throws IOException {
        Path directory = html.toAbsolutePath().normalize().getParent();
        Files.createDirectories(directory);
        Utf8ByteOutput output = new Utf8ByteOutput();
        templates.render("report.jte", ReportPage.of(run, links(run, directory), published), output);
        try (OutputStream file = Files.newOutputStream(html)) {
            output.writeTo(file);
        }
    }

    private static Map<String, String> links(RunData run, Path directory) {
        Map<String, String> links = new LinkedHashMap<>();
        for (Path file : run.files()) {
            Path absolute = file.toAbsolutePath().normalize();
            links.put(file.getFileName().toString(), address(directory, absolute));
        }
        return links;
    }

    private static String address(Path directory, Path file) {
        if (!directory.getRoot().equals(file.getRoot())) {
            return file.toUri().toString();
        }
        String relative = directory.relativize(file).toString().replace('\\', '/');
        try {
            // "./" keeps a colon in a file's name from reading as a scheme.
            return new URI(null, null, "./" + relative, null).getRawPath();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("no address for " + file, e);
        }
    }
}
