package dev.waggle.journal.form;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.RandomSignals;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class FormLawTest {

    private static final int SAMPLES = 4_000;

    static List<SignalForm> forms() {
        return List.of(new SwarmForm(), new ConnectivityForm(), new DurableForm(), new HarnessForm());
    }

    @ParameterizedTest
    @MethodSource("forms")
    void whatIsReadAndKeptInALogIsWrittenAsItWas(SignalForm form) {
        for (long seed = 1; seed <= SAMPLES; seed++) {
            JsonValue.Obj x = new RandomForms(new SplittableRandom(seed)).of(form);
            Signal signal = form.decode(JsonText.read(JsonText.write(x)));
            LogEntry entry = new LogEntry(1, Instant.EPOCH, Emission.by("import"), signal);
            LogEntry logged = EntryCodec.decode(JsonText.read(JsonText.write(EntryCodec.encode(entry))));

            assertThat(form.encode(logged.signal())).as("seed %d, %s: %s", seed, form.wireName(), signal).isEqualTo(x);
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void whatIsWrittenIsReadAsTheSameSignal(SignalForm form) {
        int held = 0;
        for (long seed = 1; seed <= SAMPLES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Signal any = new RandomSignals(random).entry(1).signal();
            Signal signal = random.nextInt(4) == 0 ? any : fitting(form, any, random);
            JsonValue.Obj object;
            try {
                object = form.encode(signal);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).as("seed %d", seed)
                        .hasMessageStartingWith("the form " + form.wireName() + " cannot hold signal ");
                continue;
            }
            held++;
            assertThat(form.decode(JsonText.read(JsonText.write(object)))).as("seed %d: %s", seed, object)
                    .isEqualTo(signal);
        }
        assertThat(held).as("signals that the form %s holds", form.wireName()).isGreaterThan(SAMPLES / 20);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void aRepeatedImportIsTheSameSignal(SignalForm form) {
        for (long seed = 1; seed <= 100; seed++) {
            JsonValue.Obj x = new RandomForms(new SplittableRandom(seed)).of(form);

            assertThat(form.decode(x)).as("seed %d", seed).isEqualTo(form.decode(form.encode(form.decode(x))));
        }
    }

    /** The signal with the parts that no form can omit, and with everything else that was in it. */
    static Signal fitting(SignalForm form, Signal any, SplittableRandom random) {
        boolean isOpen = any.payload() instanceof Payload.Open;
        Payload data = Payload.Open.data(JsonValue.of(random.nextInt()));
        Instant time = random.nextBoolean()
                ? Instant.ofEpochMilli(random.nextLong(1L << 45))
                : Instant.ofEpochSecond(random.nextLong(1L << 35), random.nextInt(1_000_000_000));
        Lifetime lifetime = random.nextBoolean() ? Lifetime.defaultTtl() : Lifetime.unlimited();
        return switch (form) {
            case SwarmForm _ -> with(any, any.type(), any.source(), time, any.payload(), any.scope(), any.grading(),
                    Lifetime.defaultTtl(), Audience.everyone());
            case DurableForm _ -> with(any,
                    isOpen ? any.type() : new SignalType(Profile.DURABLE, any.type().text()),
                    random.nextBoolean() ? new Source.Process(null) : Source.agent("ada"), time,
                    isOpen && random.nextBoolean() ? new Payload.Open(null, null, null, null) : data, any.scope(),
                    any.grading(), lifetime, Audience.everyone());
            case HarnessForm _ -> with(any, new SignalType(Profile.HARNESS, any.type().text()), any.source(), time,
                    data, any.scope(), any.grading(), lifetime, Audience.everyone());
            case ConnectivityForm _ -> with(any, new SignalType(Profile.CONNECTIVITY, "attention.raise"),
                    any.source(), time, Payload.Open.text("s"),
                    new Scope(any.scope().tenant(), "t", any.scope().run(), any.scope().round(), any.scope().step()),
                    new Grading(any.grading().confidence(), Priority.HIGH, any.grading().priorityValue(), null),
                    random.nextBoolean() ? lifetime : new Lifetime.UntilStep(random.nextInt(9)),
                    new Audience.Role(Audience.RoleName.ALL));
        };
    }

    private static Signal with(Signal any, SignalType type, Source source, Instant time, Payload payload, Scope scope,
            Grading grading, Lifetime lifetime, Audience audience) {
        return new Signal(any.id(), type, source, time, payload, scope, any.links(), grading, lifetime, audience,
                any.extensions());
    }
}
