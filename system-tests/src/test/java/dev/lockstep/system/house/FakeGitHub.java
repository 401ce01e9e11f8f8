package dev.lockstep.system.house;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of GitHub's REST API that has a pull request's comments ("List issue comments", "Create an issue comment", "Update an
 * issue comment"; version 2022-11-28), for the repository {@code owner/project}.
 */
final class FakeGitHub implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern REQUEST = Pattern.compile("(GET|POST) /repos/owner/project/issues/(\\d+)/comments"
            + "(?:\\?per_page=(\\d+)&page=(\\d+))?|PATCH /repos/owner/project/issues/comments/(\\d+)");

    private final HttpServer server;
    private final List<ObjectNode> comments = new CopyOnWriteArrayList<>();
    private final String token;
    private volatile boolean mayWrite = true;
    private volatile boolean asked;

    FakeGitHub(String token) throws IOException {
        this.token = token;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Lets a runner know where it is, and gives it the token. */
    void introduceTo(CompositeAction action) {
        InetSocketAddress address = server.getAddress();
        action.variable("github.token", token)
                .variable("GITHUB_API_URL", "http://" + address.getHostString() + ":" + address.getPort())
                .variable("GITHUB_SERVER_URL", "https://github.example")
                .variable("GITHUB_REPOSITORY", "owner/project")
                .variable("GITHUB_RUN_ID", "42");
    }

    /** As for a pull request from a fork. */
    void readOnly() {
        mayWrite = false;
    }

    boolean wasAsked() {
        return asked;
    }

    void add(int issue, String user, String association, String body) {
        ObjectNode comment =
                MAPPER.createObjectNode().put("id", comments.size()).put("issue", issue);
        comment.put("body", body).put("author_association", association);
        comment.putObject("user").put("type", user);
        comments.add(comment);
    }

    /** The texts of all comments, each behind its issue's number. */
    List<String> comments() {
        return comments.stream()
                .map(comment -> comment.get("issue") + " " + comment.get("body").textValue())
                .toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            asked = true;
            Matcher request = REQUEST.matcher(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            String method = request.matches() ? exchange.getRequestMethod() : "";
            String body =
                    MAPPER.readTree(exchange.getRequestBody()).path("body").textValue();
            if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, 401, MAPPER.createObjectNode());
            } else if (method.equals("GET")) {
                int size = Integer.parseInt(request.group(3));
                List<ObjectNode> page = comments.stream()
                        .filter(comment -> comment.get("issue").asText().equals(request.group(2)))
                        .skip((Integer.parseInt(request.group(4)) - 1L) * size)
                        .limit(size)
                        .toList();
                send(exchange, 200, MAPPER.valueToTree(page));
            } else if (!mayWrite) {
                send(exchange, 403, MAPPER.createObjectNode());
            } else if (method.equals("POST")) {
                add(Integer.parseInt(request.group(2)), "Bot", "NONE", body);
                send(exchange, 201, comments.get(comments.size() - 1));
            } else if (method.equals("PATCH")) {
                send(
                        exchange,
                        200,
                        comments.get(Integer.parseInt(request.group(5))).put("body", body));
            } else {
                send(exchange, 404, MAPPER.createObjectNode());
            }
        }
    }

    private static void send(HttpExchange exchange, int status, JsonNode json) throws IOException {
        byte[] bytes = MAPPER.writeValueAsBytes(json);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
