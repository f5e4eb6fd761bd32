package dev.waggle.spring;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.setup.team.SetupException;
import dev.waggle.spring.run.SolveResumption;
import dev.waggle.spring.run.StartupResumption;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Interrupted solves of the only swarm of an application, from its data folder. */
@AutoConfiguration(after = WaggleAutoConfiguration.class)
@ConditionalOnProperty(name = "waggle.enabled", matchIfMissing = true)
public final class WaggleResumptionAutoConfiguration {

    @Bean
    @ConditionalOnBean({SignalService.class, SwarmConfig.class})
    @ConditionalOnSingleCandidate(Swarm.class)
    @ConditionalOnMissingBean
    SolveResumption waggleResumption(Swarm swarm, SwarmConfig config, SignalService signals) {
        return new SolveResumption(swarm, config, signals.log());
    }

    /** Resumption at the start, if it is asked for. */
    @Bean
    @Conditional(ResumeCondition.class)
    StartupResumption waggleStartupResumption(ObjectProvider<SolveResumption> resumption) {
        SolveResumption open = resumption.getIfAvailable();
        if (open == null) {
            throw new SetupException("waggle.resume is on-start, and there is no swarm of ours with a data folder",
                    "Set waggle.data to a folder. A swarm of the application's own resumes by Swarm.solveResumable.");
        }
        return new StartupResumption(open);
    }
}
