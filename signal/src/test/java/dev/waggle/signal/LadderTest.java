package dev.waggle.signal;

import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.waggle.signal.bus.SignalBus;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LadderTest {

    private static final String JSON = "dev.waggle.signal.json";
    private static final String CODEC = "dev.waggle.signal.codec";
    private static final String WORLD = "dev.waggle.signal.world";
    private static final String ENVELOPE = "dev.waggle.signal";
    private static final String PATTERN = "dev.waggle.signal.pattern";
    private static final String LOG = "dev.waggle.signal.log";
    private static final String HISTORY = "dev.waggle.signal.history";
    private static final String HISTORY_STORE = "dev.waggle.signal.history.store";
    private static final String BUS = "dev.waggle.signal.bus";

    private static final String CONNECTIVITY = "dev.waggle.signal.connectivity";
    private static final String CONNECTIVITY_THREAD = "dev.waggle.signal.connectivity.thread";
    private static final String CONNECTIVITY_LAYER = "dev.waggle.signal.connectivity.layer";
    private static final String BRIDGE = "dev.waggle.signal.bridge";
    private static final String INBOX = "dev.waggle.signal.inbox";
    private static final String TOOL = "dev.waggle.signal.tool";
    private static final String TEMPLATE = "dev.waggle.signal.template";
    private static final String TRANSCRIPT = "dev.waggle.signal.transcript";
    private static final String HARNESS = "dev.waggle.signal.harness";
    private static final String HARNESS_SESSION = "dev.waggle.signal.harness.session";
    private static final String CHECKPOINT = "dev.waggle.signal.checkpoint";
    private static final String EMBEDDING = "dev.waggle.signal.embedding";
    private static final String SEAT = "dev.waggle.signal.seat";
    private static final String LEARNING = "dev.waggle.signal.learning";
    private static final String TRACE = "dev.waggle.signal.trace";
    private static final String TEXT = "dev.waggle.signal.text";

    private static final List<
            Set<String>> LEVELS = List.of(Set.of(TEXT, TRACE), Set.of(JSON), Set.of(WORLD, ENVELOPE),
                    Set.of(PATTERN, LOG, TOOL, TEMPLATE, CHECKPOINT, LEARNING),
                    Set.of(CODEC, HISTORY, CONNECTIVITY, INBOX, HARNESS),
                    Set.of(HISTORY_STORE, TRANSCRIPT, CONNECTIVITY_THREAD, HARNESS_SESSION, EMBEDDING, SEAT),
                    Set.of(BUS, CONNECTIVITY_LAYER), Set.of(BRIDGE));

    private static final JavaClasses MODULE = Ladder.moduleOf(SignalBus.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(LEVELS).check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }

    @Test
    void theModuleNeedsOnlyTheJdk() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", ENVELOPE + "..").check(MODULE);
    }

    @Test
    void onlyTheWorldReadsClocksAndRollsDice() {
        Ladder.noClockNoChanceOutside(WORLD).check(MODULE);
    }

    @Test
    void textsOnlyCompute() {
        Ladder.pure(TEXT).check(MODULE);
    }

    @Test
    void theEnvelopeOnlyComputes() {
        Ladder.pure(ENVELOPE, JSON).check(MODULE);
    }

    @Test
    void patternsOnlyCompute() {
        Ladder.pure(PATTERN, ENVELOPE, JSON).check(MODULE);
    }

    @Test
    void templatesOnlyCompute() {
        Ladder.pure(TEMPLATE, ENVELOPE, JSON).check(MODULE);
    }

    @Test
    void evidenceOnlyAddsUp() {
        Ladder.pure(LEARNING, ENVELOPE, JSON, "java.util.concurrent").check(MODULE);
    }

    @Test
    void transcriptsOnlyCompute() {
        Ladder.pure(TRANSCRIPT, TEXT, JSON, ENVELOPE, PATTERN, LOG, HARNESS).check(MODULE);
    }

    /** Violations that show that each rule can fail. */
    @Nested
    class EachRuleFails {

        @Test
        void whenARoomClimbs() {
            List<Set<String>> upsideDown = List.of(Set.of(BUS), Set.of(PATTERN, LOG), Set.of(WORLD, ENVELOPE));

            assertThat(violations(Ladder.rooms(upsideDown), MODULE)).anyMatch(
                    line -> line.startsWith("climbs") && line.contains("SignalBus") && line.contains("Journal"));
        }

        @Test
        void whenRoomsOfOneLevelKnowEachOther() {
            List<Set<String>> sideBySide = List.of(Set.of(TEXT, TRACE), Set.of(JSON), Set.of(WORLD, ENVELOPE),
                    Set.of(PATTERN, TOOL, TEMPLATE, CHECKPOINT, LEARNING),
                    Set.of(HISTORY), Set.of(HISTORY_STORE), Set.of(LOG, BUS), Set.of(HARNESS, CODEC),
                    Set.of(CONNECTIVITY, INBOX, TRANSCRIPT, HARNESS_SESSION, EMBEDDING, SEAT),
                    Set.of(CONNECTIVITY_THREAD),
                    Set.of(CONNECTIVITY_LAYER),
                    Set.of(BRIDGE));

            assertThat(violations(Ladder.rooms(sideBySide), MODULE))
                    .isNotEmpty()
                    .allMatch(line -> line.startsWith("climbs") && line.contains(BUS) && line.contains(LOG));
        }

        @Test
        void whenAClassLivesInNoRoom() {
            List<Set<String>> withoutBus = List.of(Set.of(WORLD, ENVELOPE), Set.of(PATTERN, LOG));

            assertThat(violations(Ladder.rooms(withoutBus), MODULE))
                    .contains(SignalBus.class.getName() + " lives in no room of the ladder");
        }

        @Test
        void whenAFloorOfAPackageClimbs() {
            List<Set<String>> floors = List.of(Set.of(SignalBus.class.getName()), Set.of(WORLD, ENVELOPE, BUS, LOG,
                    PATTERN, HISTORY, HISTORY_STORE, TOOL, TEMPLATE, CHECKPOINT, LEARNING, CONNECTIVITY, INBOX, HARNESS,
                    HARNESS_SESSION,
                    TRANSCRIPT,
                    BRIDGE, TEXT, JSON, CODEC, CONNECTIVITY_THREAD, CONNECTIVITY_LAYER));

            assertThat(violations(Ladder.rooms(floors), MODULE))
                    .anyMatch(line -> line.startsWith("climbs") && line.contains("<dev.waggle.signal.bus.SignalBus")
                            && line.contains("<dev.waggle.signal.bus.PublishReceipt"));
        }

        @Test
        void whenFilesOfARoomFormACircle() {
            assertThat(Ladder.circles(classes(Egg.class, Hen.class, Ticking.class)))
                    .containsExactly(List.of(Egg.class.getName(), Hen.class.getName()).toString());
        }

        @Test
        void whenTheModuleNeedsMoreThanTheJdk() {
            JavaClasses planted = classes(Greedy.class);

            assertThat(violations(Ladder.needsOnly("java..", ENVELOPE + ".."), planted))
                    .anyMatch(line -> line.contains("org.assertj"));
            assertThatThrownBy(() -> Ladder.needsOnly("java..", ENVELOPE + "..").check(MODULE))
                    .isInstanceOf(AssertionError.class).hasMessageContaining("org.jspecify");
        }

        @Test
        void whenAClockOrADieIsTouchedOutsideTheWorld() {
            assertThat(violations(Ladder.noClockNoChanceOutside(WORLD), classes(Ticking.class)))
                    .anyMatch(line -> line.contains("java.time.Instant.now()"))
                    .anyMatch(line -> line.contains("references method <java.lang.System.nanoTime()>"))
                    .anyMatch(line -> line.contains("java.lang.System.currentTimeMillis()"))
                    .anyMatch(line -> line.contains("java.lang.Math.random()"))
                    .anyMatch(line -> line.contains("java.lang.Thread.sleep("))
                    .anyMatch(line -> line.contains("java.lang.Object.wait(long)"))
                    .anyMatch(line -> line.contains("java.util.UUID.randomUUID()"))
                    .anyMatch(line -> line.contains("java.util.concurrent.ThreadLocalRandom"))
                    .anyMatch(line -> line.contains("java.security.SecureRandom"))
                    .anyMatch(line -> line.contains("type <java.time.Clock>"))
                    .anyMatch(line -> line.contains("java.util.random.RandomGenerator.getDefault()"))
                    .anyMatch(line -> line.contains("java.util.Collections.shuffle(java.util.List)"))
                    .anyMatch(line -> line.contains("CompletableFuture.get(long, java.util.concurrent.TimeUnit)"));
            assertThat(violations(Ladder.noClockNoChanceOutside(BUS), MODULE))
                    .anyMatch(line -> line.contains("java.lang.System.currentTimeMillis()"))
                    .anyMatch(line -> line.contains("java.security.SecureRandom"));
        }

        @Test
        void whenAPureRoomDoesMoreThanCompute() {
            assertThat(violations(Ladder.pure(ENVELOPE), classes(Busy.class)))
                    .anyMatch(line -> line.contains("java.io.StringWriter"))
                    .anyMatch(line -> line.contains("java.lang.Thread"))
                    .anyMatch(line -> line.contains("java.util.concurrent.CompletableFuture"))
                    .anyMatch(line -> line.contains("java.lang.System.out"))
                    .anyMatch(line -> line.contains("parallelStream"))
                    .anyMatch(line -> line.contains("java.lang.Object.notifyAll()"));
            assertThatThrownBy(() -> Ladder.pure(BUS, ENVELOPE, LOG, WORLD).check(MODULE))
                    .hasMessageContaining("ReentrantLock");
        }

        private static JavaClasses classes(Class<?>... planted) {
            return new ClassFileImporter().importClasses(planted);
        }

        private static List<String> violations(ArchRule rule, JavaClasses classes) {
            return rule.evaluate(classes).getFailureReport().getDetails();
        }
    }

    @SuppressWarnings("unused") // Read by the importer only.
    private static final class Greedy {

        private final List<AssertionError> errors = new ArrayList<>();

        void ask() {
            assertThat(errors).isEmpty();
        }
    }

    @SuppressWarnings({"unused", "WaitNotInLoop"}) // Read by the importer only.
    private static final class Ticking {

        private final LongSupplier stopwatch = System::nanoTime;
        private final RandomGenerator secret = new java.security.SecureRandom();

        double sum(Clock clock, List<String> cards) throws Exception {
            Collections.shuffle(cards);
            Thread.sleep(1);
            synchronized (this) {
                wait(1);
            }
            CompletableFuture.completedFuture(UUID.randomUUID()).get(1, TimeUnit.SECONDS);
            return Instant.now().toEpochMilli() + System.currentTimeMillis() + Math.random()
                    + ThreadLocalRandom.current().nextInt() + RandomGenerator.getDefault().nextInt();
        }
    }

    @SuppressWarnings({"unused", "FutureReturnValueIgnored"}) // Read by the importer only.
    private static final class Busy {

        private final StringWriter text = new StringWriter();

        synchronized void run(List<String> words) {
            Thread.currentThread().interrupt();
            CompletableFuture.completedFuture(text);
            System.out.println(words.parallelStream().count());
            notifyAll();
        }
    }
}

@SuppressWarnings("unused") // Read by the importer only.
final class Egg {

    private final List<Hen> within = new ArrayList<>();
}

@SuppressWarnings("unused") // Read by the importer only.
final class Hen {

    Egg lay() {
        return new Egg();
    }
}
