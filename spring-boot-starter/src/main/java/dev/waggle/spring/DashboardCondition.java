package dev.waggle.spring;

import dev.waggle.spring.property.WaggleProperties;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Condition of the pages: {@code waggle.dashboard.enabled}. Without it they are for an application with a data folder
 * and the developer tools of Spring Boot.
 */
final class DashboardCondition extends SpringBootCondition {

    private static final String KEY = WaggleProperties.PREFIX + "dashboard.enabled";
    private static final String DEVELOPER_TOOLS = "org.springframework.boot.devtools.restart.Restarter";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition(KEY);
        BindResult<Boolean> stated = Binder.get(context.getEnvironment()).bind(KEY, Boolean.class);
        if (stated.isBound()) {
            return new ConditionOutcome(stated.get(), message.because("it is " + stated.get()));
        }
        boolean isDevelopment = ClassUtils.isPresent(DEVELOPER_TOOLS, context.getClassLoader())
                && new DataFolderCondition().getMatchOutcome(context, metadata).isMatch();
        return new ConditionOutcome(isDevelopment,
                message.because("it is not set, so developer tools and a data folder decide"));
    }
}
