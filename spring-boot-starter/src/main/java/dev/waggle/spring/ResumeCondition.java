package dev.waggle.spring;

import dev.waggle.spring.property.ResumeMode;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Condition of the resumption at the start: {@code waggle.resume} asks for it. */
final class ResumeCondition extends SpringBootCondition {

    private static final String KEY = "waggle.resume";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ResumeMode mode = Binder.get(context.getEnvironment()).bind(KEY, ResumeMode.class).orElse(ResumeMode.NEVER);
        return new ConditionOutcome(mode == ResumeMode.ON_START,
                ConditionMessage.forCondition(KEY).because("it is " + mode));
    }
}
