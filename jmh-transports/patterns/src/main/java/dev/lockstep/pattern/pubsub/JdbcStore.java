package dev.lockstep.pattern.pubsub;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Places in a table of a database, by JDBC: one connection, which threads take in turn. */
final class JdbcStore implements Registry {
    private static final String CREATE = "CREATE TABLE IF NOT EXISTS lockstep_places (topic VARCHAR("
            + Requests.MOST_OF_A_TOPIC + ") NOT NULL, place VARCHAR(" + MOST_CHARACTERS
            + ") NOT NULL, PRIMARY KEY (topic, place))";
    private static final String INSERT = "INSERT INTO lockstep_places (topic, place) VALUES (?, ?)";
    private static final String DELETE = "DELETE FROM lockstep_places WHERE topic = ? AND place = ?";
    private static final String SELECT = "SELECT place FROM lockstep_places WHERE topic = ?";

    private final String url;
    private final Connection connection;

    /**
     * Connects to a database, and makes the table if it is not there.
     *
     * @param url of JDBC, whose driver is on the class path
     * @throws IOException if there is no such driver, or no such database
     */
    JdbcStore(String url) throws IOException {
        this.url = url;
        connection = call(() -> DriverManager.getConnection(url));
        try {
            call(this::create);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private boolean create() throws SQLException {
        try (Statement create = connection.createStatement()) {
            return create.execute(CREATE);
        }
    }

    /** What JDBC does. */
    @FunctionalInterface
    private interface Call<T> {
        T run() throws SQLException;
    }

    private synchronized <T> T call(Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (SQLException e) {
            throw new IOException("the database at " + url + " refuses: " + e.getMessage(), e);
        }
    }

    /** Deletes and inserts, for databases have no word in common for both. */
    @Override
    public void register(String topic, String place) throws IOException {
        call(() -> update(DELETE, topic, place) + update(INSERT, topic, place));
    }

    @Override
    public void remove(String topic, String place) throws IOException {
        call(() -> update(DELETE, topic, place));
    }

    private int update(String sql, String topic, String place) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, topic);
            statement.setString(2, place);
            return statement.executeUpdate();
        }
    }

    @Override
    public List<String> resolve(String topic) throws IOException {
        return call(() -> {
            List<String> places = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
                statement.setString(1, topic);
                try (ResultSet found = statement.executeQuery()) {
                    while (found.next()) {
                        places.add(found.getString(1));
                    }
                }
            }
            return places;
        });
    }

    @Override
    public void close() throws IOException {
        call(() -> {
            connection.close();
            return null;
        });
    }
}
