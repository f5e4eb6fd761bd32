package dev.waggle.spring.property;

import dev.waggle.setup.team.SetupException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Report of a refused setting at the start of an application: the key, the value, the reason and the remedy. */
public final class RefusedSettingAnalyzer extends AbstractFailureAnalyzer<SetupException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SetupException refusal) {
        return new FailureAnalysis("The swarm of this application cannot be made: " + refusal.problem(),
                refusal.remedy(), refusal);
    }
}
