// Keeps the files of the kind that was asked for, and folders that are not empty.
def root = new File(request.outputDirectory, request.artifactId)
def mine = [
    benchmark: ~/(RingBenchmark|Compare).*/,
    transport: ~/(MyTransport|FanIn).*|.*transport\.Transport/,
    codec: ~/MyCodec.*|.*CodecProvider/,
    communicator: ~/MyCommunicator.*|.*CommunicatorProvider/,
][request.properties['kind']]
new File(root, 'src').eachFileRecurse(groovy.io.FileType.FILES) { file ->
    if (!(file.name ==~ mine)) {
        file.delete()
    }
}
['src/main/resources/META-INF/services', 'src/main/resources/META-INF', 'src/main/resources'].each {
    new File(root, it).delete() // only if it is empty
}
def tests = new File(root, 'src/test')
def empty = true
tests.eachFileRecurse(groovy.io.FileType.FILES) { empty = false }
if (empty) {
    tests.deleteDir()
}
