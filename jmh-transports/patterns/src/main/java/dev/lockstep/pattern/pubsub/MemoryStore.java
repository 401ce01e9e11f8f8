package dev.lockstep.pattern.pubsub;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Places in the memory of this JVM. */
final class MemoryStore implements Registry {
    /** None is changed. */
    private final Map<String, List<String>> topics = new ConcurrentHashMap<>();

    @Override
    public void register(String topic, String place) {
        topics.merge(
                topic,
                List.of(place),
                (before, more) ->
                        Stream.concat(before.stream(), more.stream()).distinct().toList());
    }

    @Override
    public void remove(String topic, String place) {
        topics.computeIfPresent(topic, (name, places) -> {
            List<String> left =
                    places.stream().filter(each -> !each.equals(place)).toList();
            return left.isEmpty() ? null : left;
        });
    }

    @Override
    public List<String> resolve(String topic) {
        return topics.getOrDefault(topic, List.of());
    }

    @Override
    public void close() {
        topics.clear();
    }
}
