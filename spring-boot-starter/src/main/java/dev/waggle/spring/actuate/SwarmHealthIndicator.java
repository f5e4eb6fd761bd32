package dev.waggle.spring.actuate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.swarm.harness.call.CircuitBreaker;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Health of a swarm: down when its log cannot be written or work in the background of the log failed. An endpoint whose
 * circuit breaker is open is a detail, because a swarm has other models and the endpoint may return.
 */
public final class SwarmHealthIndicator implements HealthIndicator {

    /** Failures that are shown. */
    private static final int MAX_SHOWN = 5;

    /** File that each probe creates and removes; a full disk or one that is read-only refuses it. */
    private static final String PROBE = "health.probe";

    private final Optional<SignalService> signals;
    private final @Nullable Path folder;
    private final CircuitBreakerRegistry breakers;

    /**
     * Creates an indicator.
     *
     * @param folder the data folder; {@code null} where the application has none of ours
     */
    public SwarmHealthIndicator(Optional<SignalService> signals, @Nullable Path folder,
            CircuitBreakerRegistry breakers) {
        this.signals = signals;
        this.folder = folder;
        this.breakers = breakers;
    }

    @Override
    public Health health() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("endpointsWithOpenBreaker", breakers.all().stream()
                .filter(breaker -> breaker.remainingWait().isPositive()).map(CircuitBreaker::endpoint).sorted()
                .toList());
        List<String> failures = signals.map(open -> failures(open.log())).orElseGet(List::of);
        signals.ifPresent(open -> details.put("lastEntry", open.log().lastSequence()));
        if (!failures.isEmpty()) {
            details.put("failures", failures);
        }
        Health.Builder health = failures.isEmpty() ? Health.up() : Health.down();
        return health.withDetails(details).build();
    }

    private List<String> failures(FileJournal log) {
        List<String> failures = new ArrayList<>();
        try {
            log.sync();
            probe();
        } catch (IOException | UncheckedIOException | IllegalStateException unable) {
            failures.add("the log cannot be written: " + unable.getMessage());
        }
        log.backgroundFailures().stream().limit(MAX_SHOWN)
                .forEach(failure -> failures.add(failure.description() + ": " + failure.cause()));
        return failures;
    }

    /** Writes one byte to the disk of the log; an entry for each probe would fill the log. */
    private void probe() throws IOException {
        if (folder == null) {
            return;
        }
        try (FileChannel file = FileChannel.open(folder.resolve(PROBE), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            int _ = file.write(ByteBuffer.wrap(new byte[1]));
            file.force(false);
        }
    }
}
