package dev.waggle.signal.connectivity;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Names, ranges and roles of the classes of a product. */
class ProductSignalClassTest {

    @ParameterizedTest
    @CsvSource({"attention.acme.budget, ATTENTION, NEUTRAL, NORMAL, COORDINATOR",
        "confidence.acme.estimate, CONFIDENCE, UNSURE, HIGH, COORDINATOR",
        "conflict.acme.budget, CONFLICT, BLOCKING, HIGH, COORDINATOR",
        "handoff.acme.legal.draft-2, HANDOFF, NEUTRAL, NORMAL, SELECTED",
        "escalation.acme.outage, ESCALATION, BLOCKING, HIGH, COORDINATOR"})
    void aNameIsEnoughForAClass(String name, MessageClass messageClass, ConvergenceRole role, Priority priority,
            Audience.RoleName audience) {
        ProductSignalClass own = ProductSignalClass.of(name);

        assertThat(own).returns(name, ProductSignalClass::wireName)
                .returns(messageClass, ProductSignalClass::messageClass)
                .returns(role, ProductSignalClass::convergence)
                .returns(priority, ProductSignalClass::defaultPriority)
                .returns(audience, ProductSignalClass::defaultAudience)
                .returns(0.0, ProductSignalClass::minConfidence).returns(1.0, ProductSignalClass::maxConfidence);
    }

    @ParameterizedTest
    @EnumSource(SignalClass.class)
    void aNameOfTheSpecificationIsRefused(SignalClass taken) {
        assertThatIllegalArgumentException().isThrownBy(() -> ProductSignalClass.of(taken.wireName()))
                .withMessageContaining("is a class of the specification already, got \"" + taken.wireName())
                .withMessageContaining("Maybe " + taken.messageClass().wireName() + ".acme.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"acme.budget.over | must begin with a message class",
        "lifecycle.acme.closed | must begin with a message class", "Conflict.acme.x | must begin with a message class",
        "conflict | must name a namespace", "conflict.detected | must name a namespace",
        "handoff.blocked | must name a namespace", "conflict.acme. | must have parts that begin",
        "conflict..x | must have parts that begin", "conflict.acme.Budget | must have parts that begin",
        "conflict.acme.2x | must have parts that begin", "conflict.acme.a b | must have parts that begin",
        "conflict.acme.ü | must have parts that begin", "conflict.acme:x.y | must have parts that begin"})
    void aMalformedNameIsRefusedWithAnExample(String name, String reason) {
        assertThatIllegalArgumentException().isThrownBy(() -> ProductSignalClass.of(name))
                .withMessageContaining(reason).withMessageContaining("\"" + name + "\"")
                .withMessageContaining("\nMaybe ");
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {" ", "\t"})
    void aBlankNameIsRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> ProductSignalClass.of(name))
                .withMessageContaining("must not be blank");
    }

    @Test
    void aNameHasALimit() {
        String longest = "conflict.acme." + "x".repeat(ProductSignalClass.MAX_NAME - 14);

        assertThat(ProductSignalClass.of(longest).wireName()).hasSize(ProductSignalClass.MAX_NAME);
        assertThatIllegalArgumentException().isThrownBy(() -> ProductSignalClass.of(longest + "x"))
                .withMessageContaining("at most 100 characters, and has 101");
    }

    /** The examples that a refusal proposes are names that are accepted. */
    @ParameterizedTest
    @ValueSource(strings = {"conflict.active", "attention", "acme.x.y", "escalation.acme.X", " "})
    void theProposedNameIsAccepted(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> ProductSignalClass.of(name)).satisfies(refusal -> {
            String proposal = String.valueOf(refusal.getMessage()).split("Maybe ", 2)[1].split("[ ,]|\\.$", 2)[0];
            assertThat(ProductSignalClass.of(proposal).wireName()).isEqualTo(proposal);
        });
    }

    @ParameterizedTest
    @CsvSource({"-0.1, 1", "0, 1.1", "0.6, 0.5", "NaN, 1", "0, NaN", "-Infinity, 1", "0, Infinity"})
    void aRangeLiesWithinZeroAndOne(double min, double max) {
        ProductSignalClass own = ProductSignalClass.of("conflict.acme.budget");

        assertThatIllegalArgumentException().isThrownBy(() -> own.withConfidenceBetween(min, max))
                .withMessage("confidence of conflict.acme.budget must be a range within 0 and 1, got " + min + " to "
                        + max);
    }

    @Test
    void negativeZeroIsZero() {
        assertThat(ProductSignalClass.of("conflict.acme.budget").withConfidenceBetween(-0.0, -0.0))
                .isEqualTo(ProductSignalClass.of("conflict.acme.budget").withConfidenceBetween(0, 0));
    }

    /** A role is possible when some class of the specification shows that the layer knows it, and for sure ones. */
    @ParameterizedTest
    @EnumSource(MessageClass.class)
    void theRolesOfAMessageClassAreThoseOfItsClassesInTheSpecification(MessageClass messageClass) {
        List<ConvergenceRole> known = Stream.of(SignalClass.values())
                .filter(specified -> specified.messageClass() == messageClass).map(SignalClass::convergence).toList();
        ProductSignalClass own = ProductSignalClass.of(messageClass.wireName() + ".acme.x");

        for (ConvergenceRole role : ConvergenceRole.values()) {
            if (known.contains(role)) {
                assertThat(own.withConvergence(role).convergence()).isEqualTo(role);
            } else {
                assertThatIllegalArgumentException().isThrownBy(() -> own.withConvergence(role))
                        .withMessageContaining("convergence of " + own.wireName() + " must be ")
                        .withMessageContaining("got " + role.wireName());
            }
        }
    }

    @Test
    void twoDefinitionsOfOneNameAreNotRegistered() {
        ProductSignalClass own = ProductSignalClass.of("conflict.acme.budget");
        ConnectivityLayerConfig config = ConnectivityLayerConfig.defaults();

        assertThat(config.withSignalClasses(own, own).signalClasses()).containsExactly(own);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.withSignalClasses(own, own.withDefaultPriority(Priority.LOW)))
                .withMessageContaining("two definitions of conflict.acme.budget");
    }

    @Test
    void theNumberOfClassesHasALimit() {
        ProductSignalClass[] most = Stream.iterate(0, i -> i + 1).limit(ConnectivityLayerConfig.MAX_SIGNAL_CLASSES + 1L)
                .map(i -> ProductSignalClass.of("handoff.acme.x" + i)).toArray(ProductSignalClass[]::new);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConnectivityLayerConfig.defaults().withSignalClasses(most))
                .withMessage("signalClasses must be at most 1000, got 1001");
    }

    @ParameterizedTest
    @EnumSource(SignalClass.class)
    void anInputWithoutPriorityAndAudienceHasThoseOfItsClass(SignalClass signalClass) {
        EmitSignalInput input = EmitSignalInput.of("t1", "reviewer", signalClass, "one sentence");

        assertThat(input).isEqualTo(EmitSignalInput.of("t1", "reviewer", signalClass.defaultAudience(), signalClass,
                signalClass.defaultPriority(), "one sentence"));
    }
}
