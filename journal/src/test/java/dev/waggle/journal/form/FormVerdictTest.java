package dev.waggle.journal.form;

import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.journal.RandomSignals;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.journal.schema.Mutations;
import dev.waggle.journal.schema.SchemaViolation;
import dev.waggle.journal.schema.SignalGuard;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Harness 6, for all four forms: decoder, schema and guard give one verdict on every value. */
class FormVerdictTest {

    private static final int SEEDS = 2_000;

    /** Number of changes for the worse to one value, each on top of the change before. */
    private static final int CHANGES = 3;

    static List<SignalForm> forms() {
        return List.of(new SwarmForm(), new ConnectivityForm(), new DurableForm(), new HarnessForm());
    }

    @ParameterizedTest
    @MethodSource("forms")
    void decoderAndSchemaTakeEveryObjectOfTheForm(SignalForm form) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            JsonValue value = new RandomForms(new SplittableRandom(seed)).of(form);

            assertThat(isTaken(seed, form, value)).as("seed %d, %s: %s", seed, form.wireName(), value).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void decoderAndSchemaRefuseTheSame(SignalForm form) {
        int taken = 0;
        int refused = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Mutations mutations = new Mutations(random);
            JsonValue value = new RandomForms(random).of(form);
            for (int i = 0; i < CHANGES; i++) {
                value = mutations.of(value);
                if (isTaken(seed, form, value)) {
                    taken++;
                } else {
                    refused++;
                }
            }
        }
        assertThat(List.of(taken, refused)).as(form.wireName()).allMatch(count -> count > SEEDS / 4);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void whatTheFormWritesItsSchemaTakes(SignalForm form) {
        int written = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            JsonValue.Obj object;
            try {
                object = form.encode(FormLawTest.fitting(form, new RandomSignals(random).entry(1).signal(), random));
            } catch (IllegalArgumentException refused) {
                continue;
            }
            written++;
            assertThat(isTaken(seed, form, object)).as("seed %d, %s: %s", seed, form.wireName(), object).isTrue();
        }
        assertThat(written).as(form.wireName()).isGreaterThan(SEEDS / 20);
    }

    /** True if all take the value; fails where they do not agree. */
    private static boolean isTaken(long seed, SignalForm form, JsonValue value) {
        String refusal = "";
        try {
            form.decode(value);
        } catch (IllegalArgumentException refused) {
            refusal = String.valueOf(refused.getMessage());
        }
        String schema = "form/" + form.wireName();
        List<SchemaViolation> violations = JsonSchemas.validate(schema, value);
        assertThat(violations.isEmpty())
                .as("seed %d, %s: %s; decoder: %s; schema: %s", seed, schema, value, refusal, violations)
                .isEqualTo(refusal.isEmpty());
        assertThat(JsonSchemas.accepts(schema, value)).as("seed %d, %s", seed, value).isEqualTo(violations.isEmpty());
        if (form instanceof HarnessForm) {
            assertThat(SignalGuard.isHarnessSignal(value)).as("seed %d, %s", seed, value)
                    .isEqualTo(violations.isEmpty());
        }
        return violations.isEmpty();
    }
}
