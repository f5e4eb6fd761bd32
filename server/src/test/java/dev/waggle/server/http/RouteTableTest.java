package dev.waggle.server.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RouteTableTest {

    private static final List<String> WORDS = List.of("a", "b", "{x}", "{y}");

    @Test
    void aFixedSegmentTakesPrecedence() {
        RouteTable table = new RouteTable(List.of(get("one", "/v1/memories/{id}"), get("all", "/v1/memories/search")));

        assertThat(found(table, "v1", "memories", "search")).isEqualTo("all{}");
        assertThat(found(table, "v1", "memories", "42")).isEqualTo("one{id=42}");
        assertThat(found(table, "v1", "memories")).isNull();
        assertThat(found(table, "v1", "memories", "")).isNull();
        assertThat(found(table, "v1", "memories", "42", "more")).isNull();
    }

    /** A fixed segment that leads to nothing does not hide a parameter. */
    @Test
    void aDeadEndIsLeft() {
        RouteTable table = new RouteTable(List.of(get("deep", "/a/{x}/c"), get("other", "/a/b/d")));

        assertThat(found(table, "a", "b", "c")).isEqualTo("deep{x=b}");
        assertThat(found(table, "a", "b", "d")).isEqualTo("other{}");
        assertThat(found(table, "a", "b", "e")).isNull();
    }

    @Test
    void parametersHaveTheNamesOfTheMatchedMethod() {
        RouteTable table = new RouteTable(List.of(get("read", "/a/{x}"),
                Operation.of("write", HttpVerb.POST, "/a/{y}", "Writes.", _ -> ApiAnswer.empty())));
        RouteTable.Match match = Objects.requireNonNull(table.match(List.of("a", "1")));

        assertThat(match.parameters(Objects.requireNonNull(match.operations().get(HttpVerb.GET))))
                .isEqualTo(Map.of("x", "1"));
        assertThat(match.parameters(Objects.requireNonNull(match.operations().get(HttpVerb.POST))))
                .isEqualTo(Map.of("y", "1"));
    }

    @Test
    void twoOperationsOfOneNameOrPlaceAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RouteTable(List.of(get("same", "/a"), get("same", "/b"))))
                .withMessageContaining("same");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RouteTable(List.of(get("one", "/a/{x}"), get("two", "/a/{y}"))))
                .withMessageContaining("/a/{y}");
    }

    /** Against a list that is searched from the front: the path with the earliest fixed segments wins. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void matchesLikeASearchOfAllPaths(long seed) {
        Random random = new Random(seed);
        List<Operation> operations = new ArrayList<>();
        List<String> forms = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String path = "";
            for (int segments = 1 + random.nextInt(4); segments > 0; segments--) {
                path += '/' + WORDS.get(random.nextInt(WORDS.size()));
            }
            String form = path.replace("{y}", "{x}");
            if (!forms.contains(form)) {
                forms.add(form);
                operations.add(get("o" + i, path));
            }
        }
        RouteTable table = new RouteTable(operations);
        for (int i = 0; i < 500; i++) {
            List<String> segments = new ArrayList<>();
            for (int count = random.nextInt(5); count > 0; count--) {
                segments.add(List.of("a", "b", "c").get(random.nextInt(3)));
            }
            RouteTable.Match match = table.match(segments);
            assertThat(match == null ? null : match.operations().values().iterator().next().path())
                    .as("seed %d, %s", seed, segments).isEqualTo(searched(operations, segments));
        }
    }

    private static @Nullable String searched(List<Operation> operations, List<String> segments) {
        return operations.stream().map(Operation::path).filter(path -> fits(path, segments))
                .min(Comparator.comparing(path -> path.replaceAll("/[^{/]+", "/0").replaceAll("\\{.}", "1")))
                .orElse(null);
    }

    private static boolean fits(String path, List<String> segments) {
        String[] parts = path.substring(1).split("/", -1);
        boolean fits = parts.length == segments.size();
        for (int i = 0; fits && i < parts.length; i++) {
            fits = parts[i].startsWith("{") || parts[i].equals(segments.get(i));
        }
        return fits;
    }

    private static @Nullable String found(RouteTable table, String... segments) {
        RouteTable.Match match = table.match(List.of(segments));
        if (match == null) {
            return null;
        }
        Operation operation = match.operations().values().iterator().next();
        return operation.id() + match.parameters(operation);
    }

    private static Operation get(String id, String path) {
        return Operation.of(id, HttpVerb.GET, path, "Reads.", _ -> ApiAnswer.empty());
    }
}
