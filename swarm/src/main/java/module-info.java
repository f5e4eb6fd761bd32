/** Agents, consensus, lenses and the solve loop: a question goes in, a decision with its evidence comes out. */
@SuppressWarnings("module") // the modules of qualified exports are built after this one
module dev.waggle.swarm {
    requires transitive dev.waggle.math;
    requires transitive dev.waggle.signal;
    requires static transitive org.jspecify;

    exports dev.waggle.swarm;
    exports dev.waggle.swarm.advisor;
    exports dev.waggle.swarm.agent;
    exports dev.waggle.swarm.assist;
    exports dev.waggle.swarm.compose;
    exports dev.waggle.swarm.consensus;
    exports dev.waggle.swarm.equivalence;
    exports dev.waggle.swarm.evaluation;
    exports dev.waggle.swarm.event;
    exports dev.waggle.swarm.event.json;
    exports dev.waggle.swarm.evolution;
    exports dev.waggle.swarm.harness;
    exports dev.waggle.swarm.lens;
    exports dev.waggle.swarm.lens.analysis;
    exports dev.waggle.swarm.lens.data;
    exports dev.waggle.swarm.memory;
    exports dev.waggle.swarm.metric;
    exports dev.waggle.swarm.reaction;
    exports dev.waggle.swarm.reliability;
    exports dev.waggle.swarm.reputation;
    exports dev.waggle.swarm.selection;
    exports dev.waggle.swarm.template;

    uses dev.waggle.swarm.harness.ModelRegistry.Factory;

    exports dev.waggle.swarm.agent.episode to dev.waggle.review, dev.waggle.cli;
    exports dev.waggle.swarm.agent.seat to dev.waggle.review, dev.waggle.server;
    exports dev.waggle.swarm.consensus.evaluation to dev.waggle.review, dev.waggle.lab;
    exports dev.waggle.swarm.engine.record to dev.waggle.lab;
    exports dev.waggle.swarm.harness.call
            to dev.waggle.connect.llm, dev.waggle.connect.qdrant, dev.waggle.testing, dev.waggle.cli,
            dev.waggle.spring;
    exports dev.waggle.swarm.identity
            to dev.waggle.setup, dev.waggle.review, dev.waggle.cli, dev.waggle.server, dev.waggle.lab;
    exports dev.waggle.swarm.lens.catalog to dev.waggle.setup, dev.waggle.review, dev.waggle.server, dev.waggle.cli,
            dev.waggle.lab;
    exports dev.waggle.swarm.lens.runner to dev.waggle.review, dev.waggle.cli, dev.waggle.lab;
    exports dev.waggle.swarm.reaction.reply to dev.waggle.testing;
    exports dev.waggle.swarm.runlog to dev.waggle.setup, dev.waggle.review, dev.waggle.cli, dev.waggle.server,
            dev.waggle.lab;
}
