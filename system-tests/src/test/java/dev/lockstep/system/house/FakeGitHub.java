package dev.lockstep.system.house;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The part of GitHub's REST API that has a pull request's comments ("List issue comments", "Create an issue comment", "Update an
 * issue comment"; version 2022-11-28), for the repository {@code owner/project}.
 */
final class FakeGitHub implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern LIST = Pattern.compile("/repos/owner/project/issues/(\\d+)/comments");
    private static final Pattern ONE = Pattern.compile("/repos/owner/project/issues/comments/(\\d+)");
    private static final Pattern QUERY = Pattern.compile("per_page=(\\d+)&page=(\\d+)");

    private final HttpServer server;
    private final List<Comment> comments = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private final String token;
    private boolean mayWrite = true;

    /** As the server keeps it. */
    record Comment(int id, int issue, String user, String association, String body) {}

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
    synchronized void readOnly() {
        mayWrite = false;
    }

    synchronized void add(int issue, String user, String association, String body) {
        comments.add(new Comment(comments.size() + 1, issue, user, association, body));
    }

    synchronized List<Comment> comments() {
        return List.copyOf(comments);
    }

    /** {@code POST /repos/…} of each request. */
    synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getPath();
            requests.add(method + " " + path);
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            byte[] request = exchange.getRequestBody().readAllBytes();
            Matcher list = LIST.matcher(path);
            Matcher one = ONE.matcher(path);
            if (!("Bearer " + token).equals(authorization)) {
                send(exchange, 401, MAPPER.createObjectNode().put("message", "Bad credentials"));
            } else if (method.equals("GET") && list.matches()) {
                send(
                        exchange,
                        200,
                        page(
                                Integer.parseInt(list.group(1)),
                                exchange.getRequestURI().getQuery()));
            } else if (!mayWrite) {
                send(exchange, 403, MAPPER.createObjectNode().put("message", "Resource not accessible by integration"));
            } else if (method.equals("POST") && list.matches()) {
                add(Integer.parseInt(list.group(1)), "Bot", "NONE", body(request));
                send(exchange, 201, json(comments.get(comments.size() - 1)));
            } else if (method.equals("PATCH") && one.matches()) {
                int id = Integer.parseInt(one.group(1));
                Comment old = comments.get(id - 1);
                comments.set(id - 1, new Comment(id, old.issue(), old.user(), old.association(), body(request)));
                send(exchange, 200, json(comments.get(id - 1)));
            } else {
                send(exchange, 404, MAPPER.createObjectNode().put("message", "Not Found"));
            }
        }
    }

    private ArrayNode page(int issue, String query) {
        Matcher numbers = QUERY.matcher(query);
        ArrayNode page = MAPPER.createArrayNode();
        if (numbers.matches()) {
            int size = Integer.parseInt(numbers.group(1));
            Stream<Comment> all = comments.stream().filter(comment -> comment.issue() == issue);
            all.skip((Integer.parseInt(numbers.group(2)) - 1L) * size)
                    .limit(size)
                    .forEach(comment -> page.add(json(comment)));
        }
        return page;
    }

    private static ObjectNode json(Comment comment) {
        ObjectNode json = MAPPER.createObjectNode().put("id", comment.id()).put("body", comment.body());
        json.put("author_association", comment.association()).putObject("user").put("type", comment.user());
        return json;
    }

    private static String body(byte[] request) throws IOException {
        return MAPPER.readTree(request).get("body").textValue();
    }

    private static void send(HttpExchange exchange, int status, JsonNode json) throws IOException {
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
