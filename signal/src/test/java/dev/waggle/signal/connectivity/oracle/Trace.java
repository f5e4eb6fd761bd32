package dev.waggle.signal.connectivity.oracle;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
  * Operations on a layer of the earlier implementation and its answers; the format is in the README of the vectors.
 *
  * @param codes the departures from the specification, with their steps
 */
record Trace(String id, Instant clockStart, JsonNode config, List<Code> codes, List<JsonNode> steps) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A departure; without steps it concerns the whole trace. */
    record Code(String name, String advice, List<Integer> steps) {}

    static Stream<Trace> all() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(Trace.class.getResource("/vectors/connectivity"), "no traces")
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            List<Trace> traces = files.sorted().map(Trace::read).toList();
            assertThat(traces).hasSize(62);
            assertThat(traces.stream().mapToInt(trace -> trace.steps().size()).sum()).isEqualTo(3000);
            return traces.stream();
        }
    }

    static Trace of(String id) throws IOException, URISyntaxException {
        return all().filter(trace -> trace.id().equals(id)).findFirst().orElseThrow();
    }

    private static Trace read(Path file) {
        JsonNode node = JSON.readTree(file);
        List<Code> codes = new ArrayList<>();
        for (JsonNode code : node.get("contradictions")) {
            codes.add(new Code(code.get("code").asString(), code.get("advice").asString(),
                    code.get("steps").valueStream().map(JsonNode::asInt).toList()));
        }
        List<JsonNode> steps = node.get("steps").valueStream().toList();
        for (int n = 0; n < steps.size(); n++) {
            assertThat(steps.get(n).get("n").asInt()).as(node.get("id").asString()).isEqualTo(n);
        }
        return new Trace(node.get("id").asString(), Instant.parse(node.get("clockStart").asString()),
                node.get("config"), List.copyOf(codes), steps);
    }

    /** True if another answer is advised at that step, for the reason of that code. */
    boolean allows(String code, int step) {
        return codes.stream().anyMatch(known -> known.name().equals(code) && known.steps().contains(step)
                && !known.advice().equals("keep"));
    }

    @Override
    public String toString() {
        return id;
    }
}
