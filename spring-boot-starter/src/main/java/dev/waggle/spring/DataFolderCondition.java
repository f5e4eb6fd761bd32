package dev.waggle.spring;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Condition of beans that need the data folder: {@code waggle.data} is set and not blank. */
final class DataFolderCondition extends SpringBootCondition {

    private static final String KEY = "waggle.data";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        String folder = context.getEnvironment().getProperty(KEY);
        return folder == null || folder.isBlank()
                ? ConditionOutcome.noMatch(ConditionMessage.forCondition(KEY).because("it is not set"))
                : ConditionOutcome.match(ConditionMessage.forCondition(KEY).because("it is " + folder));
    }
}
