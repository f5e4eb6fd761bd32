/**
 * Signals, the bus that carries them, their log, history and patterns, the coordination of threads, and the ports of
 * models and tools. Needs only the JDK.
 */
@SuppressWarnings("module") // the modules of qualified exports are built after this one
module dev.waggle.signal {
    requires static transitive org.jspecify;

    exports dev.waggle.signal;
    exports dev.waggle.signal.bridge;
    exports dev.waggle.signal.bus;
    exports dev.waggle.signal.checkpoint;
    exports dev.waggle.signal.codec;
    exports dev.waggle.signal.connectivity;
    exports dev.waggle.signal.connectivity.layer;
    exports dev.waggle.signal.embedding;
    exports dev.waggle.signal.harness;
    exports dev.waggle.signal.history;
    exports dev.waggle.signal.inbox;
    exports dev.waggle.signal.json;
    exports dev.waggle.signal.learning;
    exports dev.waggle.signal.log;
    exports dev.waggle.signal.pattern;
    exports dev.waggle.signal.seat;
    exports dev.waggle.signal.tool;
    exports dev.waggle.signal.trace;
    exports dev.waggle.signal.world;

    uses dev.waggle.signal.json.JsonReader;
    uses dev.waggle.signal.log.JournalFactory;

    exports dev.waggle.signal.harness.session to dev.waggle.swarm, dev.waggle.journal, dev.waggle.connect.llm,
            dev.waggle.connect.langchain4j, dev.waggle.spring;
    exports dev.waggle.signal.template to dev.waggle.swarm, dev.waggle.cli;
    exports dev.waggle.signal.text
            to dev.waggle.swarm, dev.waggle.setup, dev.waggle.journal, dev.waggle.review, dev.waggle.connect.llm,
            dev.waggle.connect.langchain4j, dev.waggle.connect.web, dev.waggle.connect.mcp, dev.waggle.connect.qdrant,
            dev.waggle.connect.a2a, dev.waggle.connect.otel, dev.waggle.dashboard, dev.waggle.server, dev.waggle.cli,
            dev.waggle.spring, dev.waggle.lab;
    exports dev.waggle.signal.transcript to dev.waggle.journal, dev.waggle.server, dev.waggle.cli;
}
